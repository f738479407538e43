//! The whole work of extending a problem: checking the problem, then one step after the other.

use super::extension::{Change, Extension};
use super::fate::Fate;
use super::options::{ExtendOptions, ExtendProgress, Extended};
use super::sound::{Sound, intended, shares_search};
use super::state::ExtendState;
use super::step::Judged;
use super::units::{Node, Unit, Units};
use super::workers::{Workers, WorkersStep};
use crate::analysis::{COOK_NODES, CookCheck, Intended, Soundness, SoundnessCheck};
use crate::compose::{ComposeStep, canonical};
use crate::position::Position;
use crate::problem::Question;
use crate::solve::{Budget, Outcome, Progress};
use crate::types::{Color, Move};
use hashbrown::HashSet;
use std::mem::take;

/// The result of one call of [`Extend::advance`].
pub type ExtendStep = ComposeStep<Extension, ExtendProgress, Extended>;

/// The work, to be driven by calls of [`advance`](Extend::advance).
///
/// ```
/// use tsumugi::compose::extend::{Extend, ExtendOptions, ExtendStep};
/// use tsumugi::problem::{Choices, Question, Rule};
/// use tsumugi::{Budget, Position};
///
/// let position = Position::from_sfen("8k/9/8P/9/9/9/9/9/9 b G 1")?;
/// let question = Question::of(position, &Choices { rule: Some(Rule::Helpmate), ..Choices::default() })?;
/// let mut extend = Extend::new(question, Vec::new(), ExtendOptions::default());
/// let done = loop {
///     match extend.advance(Budget::Unlimited) {
///         ExtendStep::Found(extension) => assert_eq!(extension.line.len(), 3),
///         ExtendStep::Progress(_) => {}
///         ExtendStep::Done(done) => break done,
///     }
/// };
/// assert_eq!(done.tally.sound, extend.extensions().len() + done.tally.twins);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Extend {
    question: Question,
    options: ExtendOptions,
    stage: Stage,
    all: Vec<Extension>,
    /// How many of them have been returned.
    told: usize,
    /// The canonical forms of all results.
    forms: HashSet<u128>,
    soundness: Option<Soundness>,
    state: ExtendState,
    /// The units of this step still to be searched.
    units: Units,
    /// The number of candidates of the current problem to be judged; 0 until one of them is judged.
    candidates: usize,
    is_interrupted: bool,
}

#[derive(Default)]
enum Stage {
    Solutions(Box<SoundnessCheck>),
    Cooks(Box<CookCheck>),
    Steps(Box<Workers>),
    #[default]
    Done,
}

impl Extend {
    /// Prepares the work on a problem. `line` is its intended line; when empty, the line is found first. When
    /// several solutions are intended, the results have as many.
    pub fn new(question: Question, line: Vec<Move>, options: ExtendOptions) -> Extend {
        let intended = Intended { plies: options.intended_plies, ..intended(&question, line) };
        let search = &options.search;
        let stage = match question.rule().is_cooperative() {
            true => Stage::Solutions(Box::new(SoundnessCheck::new(&question, intended, search, false))),
            false => Stage::Cooks(Box::new(CookCheck::new(
                &question,
                intended,
                search,
                search.limits.or_nodes(COOK_NODES),
            ))),
        };
        Extend {
            question,
            options,
            stage,
            all: Vec::new(),
            told: 0,
            forms: HashSet::new(),
            soundness: None,
            state: ExtendState::default(),
            units: Units::default(),
            candidates: 0,
            is_interrupted: false,
        }
    }

    /// Resumes the work of an earlier run with the same question and options, from its state and its results,
    /// which are not returned again. `None` when state, results and problem do not fit together.
    pub fn go_on(
        question: Question,
        options: ExtendOptions,
        state: ExtendState,
        results: Vec<Extension>,
    ) -> Option<Extend> {
        let fits = state.fits(question.position(), &results);
        if !fits {
            return None;
        }
        let mut extend = Extend::new(question, state.line.clone(), options);
        let forms = results.iter().map(|result| extend.form(&result.position));
        extend.forms = forms.chain([extend.form(extend.question.position())]).collect();
        (extend.soundness, extend.told) = (Some(Soundness::Sound), results.len());
        (extend.all, extend.state) = (results, state);
        extend.begin();
        Some(extend)
    }

    /// The state of the work, for [`go_on`](Extend::go_on). `None` while the problem itself is checked, and
    /// when it is not sound. The state matches the results returned so far only directly after a call of
    /// [`advance`](Extend::advance) that returned no result.
    pub fn state(&self) -> Option<&ExtendState> {
        Some(&self.state).filter(|state| state.step > 0)
    }

    /// Works until there is a result, the budget of this call is used up, or all is done.
    pub fn advance(&mut self, budget: Budget) -> ExtendStep {
        loop {
            if let Some(found) = self.all.get(self.told) {
                self.told += 1;
                return ComposeStep::Found(Box::new(found.clone()));
            }
            if self.options.search.stop.is_set() && matches!(self.stage, Stage::Steps(_)) {
                self.is_interrupted = true;
                self.stage = Stage::Done;
            }
            let search = match take(&mut self.stage) {
                Stage::Done => return ComposeStep::Done(self.done()),
                Stage::Solutions(mut check) => match check.advance(budget).done() {
                    Ok(mut found) => {
                        if found.line_is_solution == Some(true) {
                            found.outcome.solutions.listed = vec![found.intended.line];
                        }
                        self.note_problem(found.soundness, &found.outcome);
                        Progress::default()
                    }
                    Err(progress) => {
                        self.stage = Stage::Solutions(check);
                        progress.search
                    }
                },
                Stage::Cooks(mut check) => match check.advance(budget).done() {
                    Ok(found) => {
                        let listed = vec![found.main];
                        let mut outcome = found.outcome;
                        outcome.solutions.listed = listed;
                        self.note_problem(found.soundness, &outcome);
                        Progress::default()
                    }
                    Err((_, progress)) => {
                        self.stage = Stage::Cooks(check);
                        progress
                    }
                },
                Stage::Steps(workers) => self.search(workers, budget),
            };
            if budget != Budget::Unlimited && self.told == self.all.len() {
                return ComposeStep::Progress(self.progress(search));
            }
        }
    }

    /// All results so far.
    pub fn extensions(&self) -> &[Extension] {
        &self.all
    }

    /// The problem that is extended.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The chain of results that leads from the problem to one of the longest results, which comes last.
    /// Among equally long results the first one in the order of the options is chosen.
    pub fn best(&self) -> Vec<&Extension> {
        let attacker = self.question.attacker();
        let rank = |found: &Extension| self.options.order.rank(found, attacker, self.options.seed);
        let length = |found: &Extension| usize::MAX - found.line.len();
        let mut next = self.all.iter().min_by_key(|found| (length(found), rank(found), found.number));
        let mut chain = Vec::new();
        while let Some(found) = next {
            chain.push(found);
            next = found.from.and_then(|number| self.all.get(number - 1));
        }
        chain.reverse();
        chain
    }

    fn note_problem(&mut self, soundness: Soundness, outcome: &Outcome) {
        let is_sound = soundness == Soundness::Sound;
        self.soundness = Some(soundness);
        let line = outcome.solutions.listed.first().filter(|_| is_sound);
        let Some(line) = line.cloned() else { return };
        self.forms.insert(self.form(self.question.position()));
        let state = &mut self.state;
        (state.line, state.positions) = (line, outcome.stats.positions);
        (state.step, state.width) = (1, 1);
        state.queue.push_back(None);
        if self.options.steps > 0 {
            self.begin();
        }
    }

    /// Starts the search of the queued problems.
    fn begin(&mut self) {
        self.set_out();
        self.stage = Stage::Steps(Box::new(Workers::new(&self.options)));
    }

    fn search(&mut self, mut workers: Box<Workers>, budget: Budget) -> Progress {
        let progress = match workers.advance(budget, &mut self.units, &self.question, &self.options) {
            WorkersStep::Judged(unit, judged) => {
                // A stopped search is repeated from its start by a run that resumes the work.
                let is_stopped = self.options.search.stop.is_set();
                let is_left = |fate: &Fate| fate.is_interrupted() || is_stopped && fate.is_unknown();
                self.is_interrupted = judged.fates.iter().any(is_left);
                if self.is_interrupted {
                    return Progress::default();
                }
                self.note(&unit, judged);
                Progress::default()
            }
            WorkersStep::Working(progress) => progress,
            WorkersStep::Idle if self.begin_step() => Progress::default(),
            WorkersStep::Idle => return Progress::default(),
        };
        self.stage = Stage::Steps(workers);
        progress
    }

    /// Chooses the problems that the next step extends; false when there is no further step.
    fn begin_step(&mut self) -> bool {
        let state = &mut self.state;
        let is_long_enough = state.left.len() as u32 >= self.options.steps;
        let newest = state.left.len();
        let last = (1..=newest).rev().find(|&step| !state.left[step - 1].is_empty());
        let Some(step) = last.filter(|_| !is_long_enough) else { return false };
        // Results of earlier steps that were left out are extended only when the last step had no result.
        if step as u32 != state.step && !self.options.backtracks {
            return false;
        }
        let (attacker, order, seed) = (self.question.attacker(), self.options.order, self.options.seed);
        let all = &self.all;
        let left = &mut state.left[step - 1];
        left.sort_by_cached_key(|&number| (order.rank(&all[number - 1], attacker, seed), number));
        let rest = left.split_off(left.len().min(self.options.beam));
        state.queue = std::mem::replace(left, rest).into_iter().map(Some).collect();
        (state.width, state.step, state.judged) = (state.queue.len(), step as u32 + 1, 0);
        self.set_out();
        true
    }

    /// Prepares the search of the queued problems.
    fn set_out(&mut self) {
        let ExtendState { line, positions, queue, judged, .. } = &self.state;
        let problem = Sound { question: self.question.clone(), line: line.clone(), positions: *positions };
        let node = |&number: &Option<usize>| {
            let sound = match number.map(|number| &self.all[number - 1]) {
                None => problem.clone(),
                Some(found) => Sound {
                    question: problem.question_of(&found.position),
                    line: found.line.clone(),
                    positions: 0,
                },
            };
            Node { number, sound }
        };
        self.units = Units::new(queue.iter().map(node).collect(), *judged);
        self.candidates = 0;
    }

    fn note(&mut self, unit: &Unit, judged: Judged) {
        let state = &mut self.state;
        let left_out = unit.left_out;
        state.tally.cost.add(&judged.cost);
        state.tally.candidates += judged.starts.len() + left_out.several_ways + left_out.excluded;
        state.tally.several_ways += left_out.several_ways;
        state.tally.excluded += left_out.excluded;
        state.judged += judged.starts.len();
        self.candidates = unit.of;
        if unit.is_last {
            state.queue.pop_front();
            (state.judged, self.candidates) = (0, 0);
        }
        for (start, fate) in judged.starts.into_iter().zip(judged.fates) {
            self.state.tally.count(fate);
            if fate != Fate::Sound {
                continue;
            }
            if !self.forms.insert(self.form(&start.position)) {
                self.state.tally.twins += 1;
                continue;
            }
            let number = self.all.len() + 1;
            let ExtendState { left, step, .. } = &mut self.state;
            left.resize_with(left.len().max(*step as usize), Vec::new);
            left[*step as usize - 1].push(number);
            self.all.push(Extension {
                number,
                step: *step,
                from: unit.node.number,
                line: [start.way.as_slice(), &unit.node.sound.line].concat(),
                changes: Change::all(&start.position, &start.way),
                position: start.position,
            });
        }
    }

    /// The key of the canonical form that a position shares with its twins.
    fn form(&self, position: &Position) -> u128 {
        let (form, attacker) = canonical(position, self.question.rule(), self.question.attacker());
        form.key() ^ u128::from(attacker == Color::White)
    }

    fn progress(&self, search: Progress) -> ExtendProgress {
        let ExtendState { step, width, ref queue, judged, .. } = self.state;
        let problems = (width - queue.len(), width);
        // The search of a helpmate's step ends at the length of its solution.
        let plies = self.state.line.len() as u64 + 2 * u64::from(step);
        let begun = match shares_search(&self.question) {
            true => (search.plies as f64 / plies as f64).min(1.0),
            false => judged as f64 / self.candidates.max(1) as f64,
        };
        let part = (problems.0 as f64 + begun) / width.max(1) as f64;
        let part = self.options.part(step, part);
        ExtendProgress { step, problems, found: self.all.len(), part, search }
    }

    fn done(&self) -> Extended {
        let soundness = self.soundness.clone().expect("the problem was checked first");
        let ExtendState { ref left, tally, .. } = self.state;
        Extended { soundness, steps: left.len() as u32, tally, is_interrupted: self.is_interrupted }
    }
}
