//! Why a tsume position has no mate: the defender's reply to each check.

use crate::movegen::{checks, legal_moves};
use crate::problem::Question;
use crate::solve::tsume::{Options, Prove, Solver};
use crate::solve::{self, Budget, Progress, Step, Verdict};
use crate::types::Move;

/// A check, or the position itself when the defender is to move, and the reply that refutes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The check; `None` when the defender is to move.
    pub check: Option<Move>,
    /// The first reply in canonical order after which it was proved that there is no mate; `None` when none
    /// was found within the limits.
    pub reply: Option<Move>,
}

/// The result of one call of [`Refutations::advance`].
pub type RefutationsStep = Step<Vec<Refutation>>;

/// A search for the refutations in a position without a mate, to be driven by calls of
/// [`advance`](Refutations::advance). For each check the replies are searched as tsume of their own, until
/// one is proved to have no mate. The searches share the table in `options`.
pub struct Refutations {
    options: Options,
    /// The checks still to be answered; the next one is the last element.
    open: Vec<Unanswered>,
    solver: Option<Solver>,
    found: Vec<Refutation>,
}

/// A check, with the replies that have not been tried yet.
struct Unanswered {
    check: Option<Move>,
    question: Question,
    /// The next one is the last element.
    replies: Vec<Move>,
}

impl Unanswered {
    fn new(question: Question, check: Option<Move>) -> Unanswered {
        let mut replies = legal_moves(question.position()).to_vec();
        replies.reverse();
        Unanswered { check, question, replies }
    }
}

impl Refutations {
    /// Prepares the search for a tsume whose attacker cannot mate. The limits of `options` apply to each
    /// reply.
    pub fn new(question: &Question, options: &solve::Options) -> Refutations {
        let options = options.tsume(question.policy());
        let options = Options { prove: Prove::None, max_solutions: 1, goes_on: true, ..options };
        let open = if question.attacks_first() {
            let checks = checks(question.position());
            checks.iter().rev().map(|&check| Unanswered::new(question.after(check), Some(check))).collect()
        } else {
            vec![Unanswered::new(question.clone(), None)]
        };
        Refutations { options, open, solver: None, found: Vec::new() }
    }

    /// Searches until the budget of this call is used up, or a reply is finished. Further calls after the end
    /// return the same result.
    pub fn advance(&mut self, budget: Budget) -> RefutationsStep {
        let Some(unanswered) = self.open.last_mut() else {
            return RefutationsStep::Done(Box::new(self.found.clone()));
        };
        let Some(&reply) = unanswered.replies.last() else {
            self.answer(None);
            return RefutationsStep::Progress(Progress::default());
        };
        let solver = self.solver.get_or_insert_with(|| {
            let after = unanswered.question.after(reply);
            Solver::of_legal(after.position(), after.attacker(), self.options.clone())
        });
        match solver.advance(budget) {
            Step::Progress(progress) => RefutationsStep::Progress(progress),
            Step::Done(outcome) => {
                self.solver = None;
                unanswered.replies.pop();
                if outcome.verdict == Verdict::NoMate && outcome.is_exact() {
                    self.answer(Some(reply));
                }
                RefutationsStep::Progress(Progress::default())
            }
        }
    }

    fn answer(&mut self, reply: Option<Move>) {
        if let Some(Unanswered { check, .. }) = self.open.pop() {
            self.found.push(Refutation { check, reply });
        }
    }
}
