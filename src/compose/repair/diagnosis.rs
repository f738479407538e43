//! The flaws of a problem that is to be repaired.

use super::draft::Draft;
use crate::analysis::{CheckStep, CookCheck, FindingKind, Intended, Soundness, SoundnessCheck, TsumeCheck};
use crate::compose::sound::with_default;
use crate::movegen::play_line;
use crate::problem::Question;
use crate::solve::{Budget, Limits, Options, Solver};
use crate::types::Move;
use std::ops::RangeInclusive;

/// The limit of positions expanded for each move in the first search for flaws of a tsume.
const FEW_NODES: u64 = 1000;

/// The default limit of positions expanded to find a mate of the stated length in a tsume. To prove that there
/// is no mate takes far longer than to find the mate of a short problem; when none is found, there is no line
/// along which to look for cooks.
const MATE_NODES: u64 = 100_000;

/// The flaws of the problem that is to be repaired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    /// Whether the problem is sound, so that it needs no repair.
    pub is_sound: bool,
    /// For a tsume that is sound if one of several equally long lines is the intended one (変同): that line.
    pub sound_line: Option<Vec<Move>>,
    /// Lines that should not be solutions: other solutions and cooks. When several solutions are intended,
    /// these are included too. Empty for an illegal position.
    pub cooks: Vec<Vec<Move>>,
}

/// Finds the flaws of a problem by `check`; an illegal problem is not checked. An intended line that is not
/// legal yet is ignored.
pub fn diagnose(draft: &Draft, plies: &RangeInclusive<u64>, options: &Options) -> Diagnosis {
    let Some(question) = draft.question() else { return Diagnosis::default() };
    let is_legal = play_line(&mut question.position().clone(), question.line()).is_ok();
    let line = if is_legal { question.line().to_vec() } else { Vec::new() };
    let stated = (plies.start() == plies.end()).then_some(*plies.start());
    let intended = Intended { line, plies: stated, ..Intended::default() };
    let first_limits = options.limits.or_nodes(MATE_NODES);
    let mut options = Options { max_solutions: 10, ..options.clone() };
    options.limits = with_default(options.limits);
    if question.rule().is_cooperative() {
        options.limits.plies = Some(*plies.end()).filter(|&most| most < u64::MAX);
        return other_solutions(question, intended, &options);
    }
    let length_alone = stated.filter(|_| intended.line.is_empty());
    if length_alone.is_some_and(|plies| !has_mate_within(question, plies, first_limits, &options)) {
        // Without a mate there is no line along which to look for cooks.
        return Diagnosis::default();
    }
    // The table already holds the mate found above, so the search goes on from it.
    cooks(question, intended, Options { goes_on: length_alone.is_some(), ..options })
}

/// The flaws of a helpmate or helpselfmate.
fn other_solutions(question: &Question, intended: Intended, options: &Options) -> Diagnosis {
    let line = intended.line.clone();
    let intended = Intended { solutions: question.intended_solutions().cloned(), ..intended };
    let mut check = SoundnessCheck::new(question, intended, options, false);
    let found = loop {
        if let CheckStep::Done(found) = check.advance(Budget::Unlimited) {
            break found;
        }
    };
    let mut cooks = found.outcome.solutions.listed;
    cooks.retain(|cook| *cook != line);
    Diagnosis { is_sound: found.soundness == Soundness::Sound, sound_line: None, cooks }
}

/// The flaws of a tsume.
fn cooks(question: &Question, intended: Intended, options: Options) -> Diagnosis {
    // Flaws that are found quickly are enough; only the absence of flaws needs a full proof.
    let most = options.limits.nodes.unwrap_or(FEW_NODES);
    let few = Limits { nodes: Some(most.min(FEW_NODES)), ..options.limits };
    let first_look = CookCheck::new(question, intended.clone(), &options, few).run();
    let found = match first_look.soundness {
        Soundness::Unsound(_) => first_look,
        _ => {
            let options = Options { goes_on: true, ..options };
            let limits = options.limits;
            TsumeCheck::new(question, intended, &options, limits).run()
        }
    };
    let is_wrong = |kind: FindingKind| kind.is_cook() || kind.is_longer() || kind == FindingKind::Escape;
    let cooks = found.plies.iter().flat_map(|ply| {
        let wrong = ply.findings.iter().filter(|finding| is_wrong(finding.kind));
        wrong.map(|finding| [&found.main[..ply.ply - 1], &finding.moves].concat())
    });
    Diagnosis {
        is_sound: found.soundness == Soundness::Sound || found.sound_line.is_some(),
        cooks: cooks.collect(),
        sound_line: found.sound_line,
    }
}

/// Whether a mate of at most `plies` plies is found in a tsume.
fn has_mate_within(question: &Question, plies: u64, limits: Limits, options: &Options) -> bool {
    let limits = Limits { plies: Some(plies), ..limits };
    let outcome = Solver::new(question, Options { limits, ..options.clone() }).run();
    outcome.bounds.upper.is_some_and(|upper| upper <= plies)
}
