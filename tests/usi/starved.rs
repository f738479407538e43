//! A session in a process that may have little memory.

use super::transcript::Engine;

/// Tables and stacks are smaller, and small problems are solved all the same.
#[test]
fn mates_are_found_with_little_memory() {
    let mut engine = Engine::start_starved("starved-mates");
    engine.play(
        "> isready
         < readyok
         > position sfen 3sks3/9/4+P4/9/7+B1/9/9/9/9 b S2rb4gs4n4l17p 1
         > go mate infinite",
    );
    let tsume = engine.expect("checkmate *");
    assert_eq!(tsume.split(' ').count(), 4, "{tsume}");
    engine.play(
        "> setoption name MateRule value Helpmate
         > position sfen 3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1
         > go mate infinite
         < checkmate 1f5b+ 4a5b S*4b
         > position sfen 9/9/9/9/4k4/9/9/9/9 b RBGSNL4P 1
         > go mate infinite
         < info string unknown: memory *
         < checkmate timeout",
    );
    engine.quit();
}
