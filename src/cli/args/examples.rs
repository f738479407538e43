//! What `--help` shows below the flags.

pub(super) const PROGRAM_EXAMPLES: &str = "\
Examples:
  tsumugi solve \"6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1\"
  tsumugi check problem.kif
  tsumugi show problem.kif
  tsumugi convert problem.kif problem.sfen

Exit codes:
  0    everything was decided: a mate, or none
  1    verify found a difference, check an unsound problem, validate a defect, or
       verify-certificate a file that proves nothing
  2    bad usage, or something could not be read
  3    something stayed unknown
  130  interrupted
  In a batch 130, else the first of 2, 3, 1, 0 that occurred.";

pub(super) const USI_EXAMPLES: &str = "\
Examples:
  tsumugi usi
  printf 'usi\\nquit\\n' | tsumugi usi
  tsumugi usi --log-file usi.log";

pub(super) const SOLVE_EXAMPLES: &str = "\
Examples:
  tsumugi solve \"6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1\"
  tsumugi solve --time 30s --memory 4G problem.kif
  tsumugi solve --json problems/ > answers.jsonl
  tsumugi solve --format kif,svg --out answers/ problems/
  tsumugi solve --notation short problem.kif
  tsumugi solve --rule tsume --variations --format kif problem.sfen
  tsumugi solve --rule tsume --certificate proof.cert problem.sfen
  tsumugi solve --jobs 8 --resume answers.jsonl set.sfen
  tsumugi solve --shard 3/10 --resume part-3.jsonl set.sfen";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  tsumugi check problem.kif
  tsumugi check --backward --json \"position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b\"";

pub(super) const RESUME_EXAMPLES: &str = "\
Examples:
  tsumugi solve --checkpoint run long.sfen
  tsumugi resume run";

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  tsumugi verify problems/
  tsumugi verify --time 1m collection.kif";

pub(super) const CERTIFICATE_EXAMPLES: &str = "\
Examples:
  tsumugi solve --rule tsume --certificate proof.cert problem.sfen
  tsumugi verify-certificate proof.cert
  tsumugi verify-certificate --json *.cert

Exit codes: 0 everything is proved; 1 a file proves nothing; 2 a file could not be read, or is none.";

pub(super) const SHOW_EXAMPLES: &str = "\
Examples:
  tsumugi show problem.kif
  tsumugi show --svg --out diagram.svg problem.kif
  tsumugi show --apply 3 \"position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b\"";

pub(super) const FLIP_EXAMPLES: &str = "\
Examples:
  tsumugi flip \"8k/9/8G/9/9/9/9/9/9 b G 1\"
  tsumugi flip --canonical set.sfen";

pub(super) const CONVERT_EXAMPLES: &str = "\
Examples:
  tsumugi convert tsume.kif tsume.sfen        one problem or many, told by content
  tsumugi convert problems/ kif/ --format kif a file for each problem
  tsumugi convert answers.jsonl all.kif       solutions of solve --json, with variations
  tsumugi convert old.ki2 - --format jkf --encoding shift-jis
  tsumugi convert tsume.sfen tsume.kif --out-encoding shift-jis";

pub(super) const VALIDATE_EXAMPLES: &str = "\
Examples:
  tsumugi validate \"8k/P8/P8/9/9/9/9/9/9 b G 1\"
  tsumugi validate collection.kif

Exit codes: 0 no defects; 1 defects; 2 something could not be read.";
