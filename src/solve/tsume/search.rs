//! Questions about positions: is there a mate within so many plies, under the policy?
//!
//! Lengths bound every line, so nothing here depends on how a position was reached.

use super::policy::Futile;
use super::pulse::Pulse;
use crate::movegen::{checks, evasions, in_check, legal_moves};
use crate::position::Position;
use crate::types::{Color, Move};
use hashbrown::HashMap;

/// The answer to "is there a mate within so many plies?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// Yes.
    Yes,
    /// No; not even with more plies if `forever`.
    No {
        /// No mate of any length.
        forever: bool,
    },
    /// The search had to end.
    Halted,
}

/// What is known of a position with the defender to move.
#[derive(Clone, Copy)]
struct Known {
    /// There is a mate within so many plies.
    mate_within: u32,
    /// There is none within so many plies, [`FOREVER`] for none at all.
    none_within: Option<u32>,
}

const UNKNOWN: u32 = u32::MAX;
const FOREVER: u32 = u32::MAX;
const NO: Answer = Answer::No { forever: false };

/// The search of one problem.
pub(super) struct Search {
    pub position: Position,
    pub attacker: Color,
    pub futile: Futile,
    pub pulse: Pulse,
    known: HashMap<u128, Known>,
    /// The positions, with their bounds, that are being judged through pairs of interposition and capture since the
    /// last move that counts.
    chain: Vec<(u128, u32)>,
    /// The first of them that was met again since the flag was reset.
    met: usize,
}

impl Search {
    pub fn new(position: Position, attacker: Color, futile: Futile, pulse: Pulse) -> Search {
        Search {
            position,
            attacker,
            futile,
            pulse,
            known: HashMap::new(),
            chain: Vec::new(),
            met: usize::MAX,
        }
    }

    /// Positions stored.
    pub fn positions(&self) -> u64 {
        self.known.len() as u64
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.known.capacity() * (size_of::<(u128, Known)>() + 1)) as u64
    }

    /// Asks about the present position, whoever is to move.
    pub fn ask(&mut self, plies: u32) -> Answer {
        if self.position.side_to_move() == self.attacker {
            self.attack(plies)
        } else {
            self.defend_anew(plies)
        }
    }

    /// Plays a move, asks about the position after it, and takes the move back.
    pub fn ask_after(&mut self, mv: Move, plies: u32) -> Answer {
        let undo = self.position.do_move(mv);
        let answer = self.ask(plies);
        self.position.undo_move(mv, undo);
        answer
    }

    fn attack(&mut self, plies: u32) -> Answer {
        let checks = checks(&self.position);
        if plies == 0 {
            return Answer::No { forever: checks.is_empty() };
        }
        let mut forever = true;
        for check in checks {
            match self.ask_after(check, plies - 1) {
                Answer::No { forever: child } => forever &= child,
                decided => return decided,
            }
        }
        Answer::No { forever }
    }

    /// The defender's turn after a move that counts.
    fn defend_anew(&mut self, plies: u32) -> Answer {
        let chain = std::mem::take(&mut self.chain);
        let met = std::mem::replace(&mut self.met, usize::MAX);
        let answer = self.defend(plies);
        self.chain = chain;
        self.met = met;
        answer
    }

    /// The defender's turn, perhaps after a pair that does not count.
    pub(super) fn defend(&mut self, plies: u32) -> Answer {
        let key = self.position.key();
        if let Some(known) = self.known.get(&key) {
            if known.mate_within <= plies {
                return Answer::Yes;
            }
            if known.none_within.is_some_and(|none| none >= plies) {
                return Answer::No { forever: known.none_within == Some(FOREVER) };
            }
        }
        if let Some(place) = self.chain.iter().position(|&judged| judged == (key, plies)) {
            self.met = self.met.min(place);
            return NO;
        }
        if self.pulse.tick() {
            return Answer::Halted;
        }
        let place = self.chain.len();
        self.chain.push((key, plies));
        let met = std::mem::replace(&mut self.met, usize::MAX);
        let answer = self.defend_new(plies);
        self.chain.truncate(place);
        // A failure that rests on a position still being judged holds only here.
        let holds = self.met >= place;
        self.met = if holds { met } else { self.met.min(met) };
        let known = self.known.entry(key).or_insert(Known { mate_within: UNKNOWN, none_within: None });
        match answer {
            Answer::Yes => known.mate_within = known.mate_within.min(plies),
            Answer::No { forever } if forever || holds => {
                let none = if forever { FOREVER } else { plies };
                known.none_within = known.none_within.max(Some(none));
            }
            Answer::No { .. } | Answer::Halted => {}
        }
        answer
    }

    fn defend_new(&mut self, plies: u32) -> Answer {
        let checked = in_check(&self.position);
        let replies = if checked { evasions(&self.position) } else { legal_moves(&self.position) };
        if replies.is_empty() {
            // Without check it is no mate.
            return if checked { Answer::Yes } else { Answer::No { forever: true } };
        }
        let judges = checked && self.futile == Futile::Official;
        for &reply in replies.iter().filter(|reply| !judges || reply.from().is_some()) {
            match self.reply(reply, plies) {
                Answer::Yes => {}
                failed => return failed,
            }
        }
        if !judges {
            return Answer::Yes;
        }
        let drops: Vec<Move> = replies.iter().copied().filter(|reply| reply.from().is_none()).collect();
        if drops.is_empty() { Answer::Yes } else { self.drops(&replies, &drops, plies) }
    }

    /// Whether all interpositions by drops are answered within the bound or futile, when all other replies are answered.
    fn drops(&mut self, replies: &[Move], drops: &[Move], plies: u32) -> Answer {
        let mut others = None;
        for &drop in drops {
            let counts = self.reply(drop, plies);
            if !matches!(counts, Answer::No { .. }) {
                if counts == Answer::Halted {
                    return counts;
                }
                continue;
            }
            let others = match others {
                Some(length) => length,
                None => match self.length_of_others(replies, plies) {
                    Some(length) => *others.insert(length),
                    None => return Answer::Halted,
                },
            };
            match self.is_futile(drop, others) {
                Some(true) => {}
                Some(false) => return counts,
                None => return Answer::Halted,
            }
        }
        Answer::Yes
    }

    /// The value over the replies other than drops, which is known to be within the bound.
    pub(super) fn length_of_others(&mut self, replies: &[Move], plies: u32) -> Option<u32> {
        let mut length = 0;
        'longer: while length < plies {
            for &reply in replies.iter().filter(|reply| reply.from().is_some()) {
                match self.reply(reply, length) {
                    Answer::Yes => {}
                    Answer::No { .. } => {
                        length += 2;
                        continue 'longer;
                    }
                    Answer::Halted => return None,
                }
            }
            break;
        }
        Some(length)
    }

    fn reply(&mut self, reply: Move, plies: u32) -> Answer {
        if plies > 0 {
            return self.ask_after(reply, plies - 1);
        }
        let undo = self.position.do_move(reply);
        let forever = checks(&self.position).is_empty();
        self.position.undo_move(reply, undo);
        Answer::No { forever }
    }
}
