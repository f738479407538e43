//! The search over the attacker's moves and the defender's replies, to a depth of some plies, with tsume at its leaves.
//!
//! The search is a recursion that is abandoned when the budget of a call is used up, and restarted by the
//! next call. All decisions are kept, so the next call quickly returns to the same place.

use super::candidates::{attacks, other_replies, recent_replies};
use super::clock::{Clock, Stopped};
use super::leaves::Leaves;
use super::recent::Recent;
use crate::movegen::{in_check, opponent_in_check};
use crate::position::Position;
use crate::solve::Reason;
use crate::types::{Color, Move};
use hashbrown::HashMap;
use std::sync::Arc;

/// An answer about a position; `Open` means not known in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    Open,
}

/// The results for a position, by the length in plies.
#[derive(Clone, Copy, Debug, Default)]
struct Fact {
    /// The least length for which the answer is yes; with the attacker to move, also the move.
    yes: Option<(u16, Option<Move>)>,
    /// The largest length for which the answer is no.
    no: Option<u16>,
    /// The round and the length for which the answer stayed open.
    open: Option<(u32, u16)>,
}

/// The approximate size of a stored fact in bytes.
const FACT: u64 = 64;

/// The search, with all facts found so far.
pub struct Search {
    attacker: Color,
    pub clock: Clock,
    pub leaves: Leaves,
    facts: HashMap<u128, Fact>,
    most_facts: u64,
    /// The replies that refuted most recently, by half the length; likewise the attacks that succeeded.
    refuters: Vec<Recent>,
    attacks: Vec<Recent>,
    orders: Orders,
    pub round: u32,
}

/// The moves of the positions on the current path, in the order in which they are tried, so that a restarted
/// call goes through them in the same order.
#[derive(Default)]
struct Orders(HashMap<u16, (u128, Arc<[Move]>)>);

impl Orders {
    /// The ordered moves of the position at a level of the recursion.
    fn at(&mut self, level: u16, position: &Position, order: impl FnOnce() -> Vec<Move>) -> Arc<[Move]> {
        let key = position.key();
        match self.0.get(&level) {
            Some((known, moves)) if *known == key => Arc::clone(moves),
            _ => {
                let moves: Arc<[Move]> = order().into();
                self.0.insert(level, (key, Arc::clone(&moves)));
                moves
            }
        }
    }
}

impl Search {
    /// A search to at most `longest` plies. `memory` is the limit for stored facts in bytes.
    pub fn new(attacker: Color, clock: Clock, leaves: Leaves, longest: u16, memory: u64) -> Search {
        let recent = vec![Recent::default(); usize::from(longest / 2) + 1];
        Search {
            attacker,
            clock,
            leaves,
            facts: HashMap::new(),
            most_facts: memory / FACT,
            refuters: recent.clone(),
            attacks: recent,
            orders: Orders::default(),
            round: 0,
        }
    }

    /// Whether the attacker, who is to move and has no known tsume, has a brinkmate in at most `plies` plies.
    /// `is_no_tsume` tells whether it is proved that there is no tsume.
    fn has_attack(
        &mut self,
        position: &mut Position,
        plies: u16,
        is_no_tsume: bool,
    ) -> Result<Answer, Stopped> {
        if let Some(answer) = self.known(position, plies) {
            return Ok(answer);
        }
        self.clock.check()?;
        let (attacker, recent) = (self.attacker, &self.attacks[usize::from(plies / 2)]);
        let moves = self.orders.at(4 * plies + 2, position, || attacks(position, attacker, recent));
        let mut answer = Answer::No;
        for &mv in moves.iter() {
            let undo = position.do_move(mv);
            // If there were a tsume after every reply to a check, the check itself would begin a tsume.
            let is_hopeless = plies == 1 && is_no_tsume && in_check(position);
            let after = if is_hopeless { Ok(Answer::No) } else { self.is_attack(position, mv, plies) };
            position.undo_move(mv, undo);
            match after? {
                Answer::Yes => {
                    self.attacks[usize::from(plies / 2)].note(mv);
                    return self.keep(position, plies, Answer::Yes, Some(mv));
                }
                Answer::Open => answer = Answer::Open,
                Answer::No => {}
            }
        }
        self.keep(position, plies, answer, None)
    }

    /// Whether the attacker's move `last`, which was just made, makes a brinkmate in at most `plies` plies.
    ///
    /// # Errors
    /// The reason why the search has to stop. The same call resumes it.
    pub fn is_attack(&mut self, position: &mut Position, last: Move, plies: u16) -> Result<Answer, Stopped> {
        debug_assert!(!opponent_in_check(position), "after a legal move");
        if let Some(answer) = self.known(position, plies) {
            return Ok(answer);
        }
        self.clock.check()?;
        let recent = &self.refuters[usize::from(plies / 2)];
        let first = self.orders.at(4 * plies, position, || recent_replies(position, recent));
        let answer = self.answer_after(position, plies, &first)?;
        if answer == Answer::No {
            return self.keep(position, plies, Answer::No, None);
        }
        // Generated only now, because a defender with pieces in hand has hundreds of replies to sort.
        let others = self.orders.at(4 * plies + 1, position, || other_replies(position, last.to(), &first));
        let answer = match self.answer_after(position, plies, &others)? {
            // Without any reply the position is either mate, so that the move began a tsume, or there is no
            // check, and then it is not a mate.
            _ if first.is_empty() && others.is_empty() && !in_check(position) => Answer::No,
            Answer::Yes => answer,
            other => other,
        };
        self.keep(position, plies, answer, None)
    }

    /// Whether an attack of this length succeeds after each of `replies`.
    fn answer_after(
        &mut self,
        position: &mut Position,
        plies: u16,
        replies: &[Move],
    ) -> Result<Answer, Stopped> {
        let mut answer = Answer::Yes;
        for &reply in replies {
            let undo = position.do_move(reply);
            let met = self.is_met(position, plies);
            position.undo_move(reply, undo);
            match met? {
                Answer::No => {
                    self.refuters[usize::from(plies / 2)].note(reply);
                    return Ok(Answer::No);
                }
                Answer::Open => answer = Answer::Open,
                Answer::Yes => {}
            }
        }
        Ok(answer)
    }

    /// Whether the attacker, who is to move after a reply to an attack of this length, has a tsume or a
    /// shorter attack.
    fn is_met(&mut self, position: &mut Position, plies: u16) -> Result<Answer, Stopped> {
        let tsume = self.leaves.ask(position, &mut self.clock)?;
        if tsume == Some(true) {
            return Ok(Answer::Yes);
        }
        let attack = match plies {
            3.. => self.has_attack(position, plies - 2, tsume == Some(false))?,
            _ => Answer::No,
        };
        Ok(match (attack, tsume) {
            (Answer::Yes, _) => Answer::Yes,
            (Answer::No, Some(false)) => Answer::No,
            _ => Answer::Open,
        })
    }

    /// The attacker's move found for a position with the attacker to move, and its length.
    pub fn attack_at(&self, position: &Position) -> Option<(Move, u16)> {
        let (plies, mv) = self.facts.get(&position.key())?.yes?;
        Some((mv?, plies))
    }

    /// The approximate memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        self.leaves.bytes() + FACT * self.facts.len() as u64
    }

    fn known(&self, position: &Position, plies: u16) -> Option<Answer> {
        let fact = self.facts.get(&position.key())?;
        match fact {
            Fact { yes: Some((least, _)), .. } if *least <= plies => Some(Answer::Yes),
            Fact { no: Some(most), .. } if plies <= *most => Some(Answer::No),
            Fact { open: Some((round, length)), .. } if (*round, *length) == (self.round, plies) => {
                Some(Answer::Open)
            }
            _ => None,
        }
    }

    fn keep(
        &mut self,
        position: &Position,
        plies: u16,
        answer: Answer,
        mv: Option<Move>,
    ) -> Result<Answer, Stopped> {
        self.clock.nodes += 1;
        self.clock.has_worked = true;
        let fact = self.facts.entry(position.key()).or_default();
        match answer {
            Answer::Yes if fact.yes.is_none_or(|(least, _)| plies < least) => fact.yes = Some((plies, mv)),
            Answer::Yes => {}
            Answer::No => fact.no = Some(fact.no.map_or(plies, |most| most.max(plies))),
            Answer::Open => fact.open = Some((self.round, plies)),
        }
        if self.facts.len() as u64 > self.most_facts {
            return Err(Stopped::Halted(Reason::Memory));
        }
        Ok(answer)
    }
}
