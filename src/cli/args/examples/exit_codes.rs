//! The exit codes of the program.

pub const ENGLISH: &str = "\
Exit codes:
  0    every problem was decided: a mate, or no mate
  1    verify: a difference; check: an unsound problem; validate: a defect;
       verify-certificate: a file that proves nothing; repair: a problem that
       could not be repaired; extend: a problem that is not sound
  2    wrong usage, or an input could not be read
  3    a result is unknown, for example because a limit was reached
  130  interrupted
  For several problems: 130, else the first of 2, 3, 1, 0 that occurred.";

pub const JAPANESE: &str = "\
終了コード:
  0    すべて決まった: 詰み、または不詰
  1    verify で食い違い、check で不完全な問題、validate で不備があった、
       verify-certificate のファイルが何も証明していない、repair で修正できなかった、
       または extend の問題が完全作でなかった
  2    使い方が違うか、読めないものがあった
  3    決まらないものがあった
  130  中断された
  何題も読むときは 130、なければ 2, 3, 1, 0 のうち先に挙げたもの。";
