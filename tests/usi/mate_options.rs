//! Every option of `go mate` has its effect.

use super::transcript::Engine;

#[test]
fn mate_rule_chooses_the_solver() {
    let mut engine = Engine::ready("mate-rule", &[]);
    // A helpmate in three; as a tsume the defender escapes.
    let sfen = "3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1";
    engine.play(&format!(
        "> position sfen {sfen}\n> setoption name MateRule value Helpmate\n> go mate infinite"
    ));
    engine.expect("checkmate 1f5b+ 4a5b S\\*4b".replace('\\', "").as_str());
    engine.play("> setoption name MateRule value Tsume\n> go mate 3000");
    engine.expect("checkmate *");
    assert!(!engine.infos().join("\n").contains("helpmate"));
    engine.quit();
}

#[test]
fn mate_attacker_says_who_attacks() {
    let mut engine = Engine::ready("mate-attacker", &["MateRule Helpmate"]);
    // Both can mate in one: White is to move, Black would attack second.
    engine.play(
        "> position sfen 8k/9/7GG/9/9/9/gg7/9/K8 w Gg 1
         > setoption name MateAttacker value White
         > go mate infinite
         < info depth 1 seldepth 1 multipv 1 score mate 1 *
         < info string helpmate in 1, *
         < checkmate *
         > setoption name MateAttacker value Auto
         > go mate infinite
         < info depth 2 seldepth 2 multipv 1 score mate -2 *
         < info string helpmate in 2, *
         < checkmate *
         > setoption name MateAttacker value Black
         > go mate infinite
         < info string helpmate in 2, *
         < checkmate *",
    );
    engine.quit();
}

#[test]
fn mate_rest_fills_the_defenders_hand() {
    // A lance's check that only an interposition answers.
    let mut engine = Engine::ready("mate-rest", &["MateFutile None"]);
    engine.play(
        "> position sfen 7lk/7p1/9/9/9/9/9/9/9 b L 1
         > go mate infinite
         < info string warning: 2R2B4G4S4N2L17P are in the piece box *MateRest*
         < checkmate L*
         > setoption name MateRest value true
         > go mate 2000",
    );
    let answer = engine.expect("checkmate *");
    assert!(!engine.infos().join("\n").contains("warning"));
    // No longer a mate in one.
    assert!(answer.split(' ').count() != 2 || !answer.contains('*'), "{answer}");
    engine.quit();
}

#[test]
fn mate_futile_chooses_the_policy() {
    let mut engine = Engine::ready("mate-futile", &[]);
    engine.play(
        "> position sfen 8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1
         > setoption name MateFutile value None
         > go mate infinite",
    );
    let plain = engine.expect("checkmate *");
    assert_eq!(plain.split(' ').count() - 1, 5, "{plain}");
    engine.play("> setoption name MateFutile value Official\n> go mate infinite");
    let official = engine.expect("checkmate *");
    assert_eq!(official.split(' ').count() - 1, 3, "{official}");
    engine.quit();
}

#[test]
fn max_solutions_bounds_the_lines() {
    let mut engine = Engine::ready("max-solutions", &["MateRule Helpmate", "MaxSolutions 1"]);
    engine.play("> position sfen 8k/9/8G/9/9/9/9/9/9 b G 1\n> go mate infinite\n< checkmate *");
    let infos = engine.infos().join("\n");
    assert!(!infos.contains("multipv") && infos.contains("2 solutions"), "{infos}");
    engine.play("> setoption name MaxSolutions value 2\n> go mate infinite\n< checkmate *");
    assert!(engine.infos().join("\n").contains(" multipv 2 "));
    engine.quit();
}
