//! The whole work: the check of the problem, then step after step.

use super::candidates::{Plies, candidates};
use super::conditions::Conditions;
use super::extension::{Change, Extension};
use super::fate::{ExtendTally, Fate};
use super::order::Order;
use super::sound::Sound;
use super::step::{Judged, StepSearch};
use crate::analysis::{CookCheck, Intended, Soundness, SoundnessCheck};
use crate::compose::{ComposeStep, canonical};
use crate::position::Position;
use crate::problem::{Question, Rule};
use crate::solve::helpmate::Start;
use crate::solve::{Budget, Options, Outcome, Progress};
use crate::types::{Color, Move};
use hashbrown::HashSet;
use std::collections::VecDeque;
use std::mem::take;

/// What is wanted of the work.
#[derive(Clone, Debug)]
pub struct ExtendOptions {
    /// The number of steps.
    pub steps: u32,
    /// How many results of a step the next one extends.
    pub beam: usize,
    /// Which of them.
    pub order: Order,
    /// What the lot goes by.
    pub seed: u64,
    /// Whether the work goes on from results of earlier steps that were left out, when a step has no result.
    pub backtracks: bool,
    /// The moves put before in each step; `None` for what makes the result begin with the attacker's move.
    pub plies: Option<Plies>,
    /// What results must be like.
    pub conditions: Conditions,
    /// For each search. Of a tsume the limits hold for each of the many searches.
    pub search: Options,
}

impl Default for ExtendOptions {
    fn default() -> ExtendOptions {
        ExtendOptions {
            steps: 1,
            beam: 10,
            order: Order::default(),
            seed: 0,
            backtracks: false,
            plies: None,
            conditions: Conditions::default(),
            search: Options::default(),
        }
    }
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExtendProgress {
    /// The step in which there will be results, from 1; 0 while the problem itself is checked.
    pub step: u32,
    /// Problems extended in it, and how many there are.
    pub problems: (usize, usize),
    /// Results so far.
    pub found: usize,
    /// How far the search has come.
    pub search: Progress,
}

/// What is known in the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Extended {
    /// Whether the problem itself is sound: nothing is put before one that is not proved to be.
    pub soundness: Soundness,
    /// The last step that had a result.
    pub steps: u32,
    /// What was counted.
    pub tally: ExtendTally,
    /// Whether it was stopped.
    pub is_interrupted: bool,
}

/// What one call of [`Extend::advance`] came to.
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
/// let mut extend = Extend::new(question, Vec::new(), ExtendOptions::default()).expect("no helpselfmate");
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
    /// How many of them were told.
    told: usize,
    /// The canonical forms of all results.
    forms: HashSet<u128>,
    soundness: Option<Soundness>,
    tally: ExtendTally,
    step: u32,
    /// The problems that are still to be extended in this step.
    queue: VecDeque<Node>,
    /// How many there were in the beginning.
    width: usize,
    /// By step, the numbers of results that were not extended.
    left: Vec<Vec<usize>>,
    is_interrupted: bool,
}

/// A problem to be extended.
struct Node {
    number: Option<usize>,
    sound: Sound,
}

#[derive(Default)]
enum Stage {
    Helpmate(Box<SoundnessCheck>),
    Tsume(Box<CookCheck>),
    Step(Box<StepSearch>, Box<Node>),
    #[default]
    Between,
    Done,
}

impl Extend {
    /// Prepares the work on a problem. `line`: its intended line, empty if that is to be found. `None` for a
    /// helpselfmate (協力自玉詰) and for conditions: their extensions cannot be searched for yet.
    pub fn new(question: Question, line: Vec<Move>, options: ExtendOptions) -> Option<Extend> {
        let intended = Intended { line, ..Intended::default() };
        let search = &options.search;
        let stage = match question.rule() {
            _ if !question.conditions().is_empty() => return None,
            Rule::Helpmate => {
                Stage::Helpmate(Box::new(SoundnessCheck::new(&question, intended, search, false)))
            }
            Rule::Tsume => Stage::Tsume(Box::new(CookCheck::new(&question, intended, search, search.limits))),
            Rule::Helpselfmate => return None,
        };
        Some(Extend {
            question,
            options,
            stage,
            all: Vec::new(),
            told: 0,
            forms: HashSet::new(),
            soundness: None,
            tally: ExtendTally::default(),
            step: 0,
            queue: VecDeque::new(),
            width: 0,
            left: Vec::new(),
            is_interrupted: false,
        })
    }

    /// Works on until there is a result, the budget of this call is used up, or all is done.
    pub fn advance(&mut self, budget: Budget) -> ExtendStep {
        loop {
            if let Some(found) = self.all.get(self.told) {
                self.told += 1;
                return ComposeStep::Found(Box::new(found.clone()));
            }
            let search = match take(&mut self.stage) {
                Stage::Done => {
                    self.stage = Stage::Done;
                    return ComposeStep::Done(self.done());
                }
                Stage::Between => {
                    self.begin_next();
                    continue;
                }
                Stage::Helpmate(mut check) => match check.advance(budget).done() {
                    Ok(found) => {
                        self.note_problem(found.soundness, &found.outcome);
                        Progress::default()
                    }
                    Err(progress) => {
                        self.stage = Stage::Helpmate(check);
                        progress.search
                    }
                },
                Stage::Tsume(mut check) => match check.advance(budget).done() {
                    Ok(found) => {
                        let listed = vec![found.main];
                        let mut outcome = found.outcome;
                        outcome.solutions.listed = listed;
                        self.note_problem(found.soundness, &outcome);
                        Progress::default()
                    }
                    Err((_, progress)) => {
                        self.stage = Stage::Tsume(check);
                        progress
                    }
                },
                Stage::Step(mut search, node) => match search.advance(budget) {
                    Ok(judged) => {
                        self.note_step(&node, judged);
                        Progress::default()
                    }
                    Err(progress) => {
                        self.stage = Stage::Step(search, node);
                        progress
                    }
                },
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

    /// The results that lead from the problem to one of the longest, the longest last; among equals the first in the
    /// order of the options.
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
        let Some(line) = line.cloned() else { return self.stage = Stage::Done };
        self.forms.insert(self.form(self.question.position()));
        let sound = Sound { question: self.question.clone(), line, positions: outcome.stats.positions };
        self.queue.push_back(Node { number: None, sound });
        (self.step, self.width) = (1, 1);
        self.stage = if self.options.steps == 0 { Stage::Done } else { Stage::Between };
    }

    /// Begins with the next problem, or with the next step.
    fn begin_next(&mut self) {
        if self.options.search.stop.is_set() {
            self.is_interrupted = true;
        }
        if self.queue.is_empty() {
            self.begin_step();
        }
        self.stage = match self.queue.pop_front() {
            Some(node) if !self.is_interrupted => {
                let starts = self.starts(&node);
                let search = StepSearch::new(&node.sound, starts, &self.options.search);
                Stage::Step(Box::new(search), Box::new(node))
            }
            _ => Stage::Done,
        };
    }

    /// Chooses what the next step extends; nothing in the end.
    fn begin_step(&mut self) {
        let is_long_enough = self.left.len() as u32 >= self.options.steps;
        let newest = self.left.len();
        let last = (1..=newest).rev().find(|&step| !self.left[step - 1].is_empty());
        let Some(step) = last.filter(|_| !is_long_enough) else { return };
        // What was left out of the step before is extended only when the last one has come to nothing.
        if step as u32 != self.step && !self.options.backtracks {
            return;
        }
        let (attacker, order, seed) = (self.question.attacker(), self.options.order, self.options.seed);
        let all = &self.all;
        let left = &mut self.left[step - 1];
        left.sort_by_cached_key(|&number| (order.rank(&all[number - 1], attacker, seed), number));
        let rest = left.split_off(left.len().min(self.options.beam));
        let chosen = std::mem::replace(left, rest);
        let problem = Sound { question: self.question.clone(), line: Vec::new(), positions: 0 };
        let nodes = chosen.into_iter().map(|number| {
            let found = &all[number - 1];
            let (question, line) = (problem.question_of(&found.position), found.line.clone());
            Node { number: Some(number), sound: Sound { question, line, positions: 0 } }
        });
        self.queue = nodes.collect();
        self.width = self.queue.len();
        self.step = step as u32 + 1;
    }

    /// The candidates of a problem that no condition excludes.
    fn starts(&mut self, node: &Node) -> Vec<Start> {
        let attacker = self.question.attacker();
        let position = node.sound.question.position();
        let plies = self.options.plies.unwrap_or(Plies::to_attacker(position, attacker));
        let (mut starts, several_ways) = candidates(position, attacker, plies);
        let all = starts.len();
        starts.retain(|start| {
            let changes = Change::all(&start.position, &start.way);
            let (problem, conditions) = (self.question.position(), &self.options.conditions);
            conditions.allow(problem, attacker, &start.position, &changes)
        });
        self.tally.candidates += all + several_ways;
        self.tally.several_ways += several_ways;
        self.tally.excluded += all - starts.len();
        starts
    }

    fn note_step(&mut self, node: &Node, judged: Judged) {
        self.tally.cost.add(&judged.cost);
        for (start, fate) in judged.starts.into_iter().zip(judged.fates) {
            self.is_interrupted |= fate.is_interrupted();
            self.tally.count(fate);
            if fate != Fate::Sound {
                continue;
            }
            if !self.forms.insert(self.form(&start.position)) {
                self.tally.twins += 1;
                continue;
            }
            let number = self.all.len() + 1;
            self.left.resize_with(self.left.len().max(self.step as usize), Vec::new);
            self.left[self.step as usize - 1].push(number);
            self.all.push(Extension {
                number,
                step: self.step,
                from: node.number,
                line: [start.way.as_slice(), &node.sound.line].concat(),
                changes: Change::all(&start.position, &start.way),
                position: start.position,
            });
        }
        self.stage = Stage::Between;
    }

    /// The key of the form that a position shares with its twins.
    fn form(&self, position: &Position) -> u128 {
        let (form, attacker) = canonical(position, self.question.rule(), self.question.attacker());
        form.key() ^ u128::from(attacker == Color::White)
    }

    fn progress(&self, search: Progress) -> ExtendProgress {
        let problems = (self.width - self.queue.len(), self.width);
        ExtendProgress { step: self.step, problems, found: self.all.len(), search }
    }

    fn done(&self) -> Extended {
        let soundness = self.soundness.clone().expect("the problem was checked first");
        let (tally, is_interrupted) = (self.tally, self.is_interrupted);
        Extended { soundness, steps: self.left.len() as u32, tally, is_interrupted }
    }
}
