//! The events of a job in order, so that a client that reconnects gets exactly the events it has not seen.
//!
//! States and answers have increasing numbers. Progress has none, since each report replaces the previous one. Only
//! the numbers of states are stored on disk; answers have the numbers in between. Events from before the last time
//! the job was queued are dropped, so that the log of a job that is resumed again and again does not grow.

use super::state::State;
use serde::{Deserialize, Serialize};

/// An event of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The job entered a state.
    State(State),
    /// An answer was found; its index in the list of answers.
    Answer(usize),
    /// No event will follow, unless the job is resumed.
    End(State),
}

/// An event other than an answer, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    id: u64,
    state: State,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_end: bool,
}

/// The events of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    events: Vec<(u64, Event)>,
    last: u64,
    answers: usize,
}

impl Log {
    /// The log of a job that is created now.
    pub fn new() -> Log {
        let mut log = Log::default();
        log.state(State::Queued);
        log
    }

    /// The log that corresponds to the stored marks, and to the number of answers since the job was last queued.
    pub fn restored(marks: &[Mark], answers: usize) -> Log {
        let mut log = Log::default();
        let begun = marks.iter().rposition(|mark| mark.state == State::Queued).unwrap_or(0);
        for (place, mark) in marks.iter().enumerate() {
            if place > begun {
                while log.last + 1 < mark.id && log.answers < answers {
                    log.answer();
                }
            }
            // Numbers must not decrease, even if the file was edited by hand.
            log.last = mark.id.max(log.last + 1);
            if place >= begun {
                let event = if mark.is_end { Event::End(mark.state) } else { Event::State(mark.state) };
                log.events.push((log.last, event));
            }
        }
        while log.answers < answers {
            log.answer();
        }
        log
    }

    /// The events to be stored.
    pub fn marks(&self) -> Vec<Mark> {
        let mark = |&(id, event): &(u64, Event)| match event {
            Event::State(state) => Some(Mark { id, state, is_end: false }),
            Event::End(state) => Some(Mark { id, state, is_end: true }),
            Event::Answer(_) => None,
        };
        self.events.iter().filter_map(mark).collect()
    }

    /// Records that the job entered a state. If it is queued again, earlier answers are void, and its earlier states
    /// are dropped.
    pub fn state(&mut self, state: State) {
        if state == State::Queued {
            self.events.clear();
            self.answers = 0;
        }
        self.push(Event::State(state));
        if state.is_end() {
            self.push(Event::End(state));
        }
    }

    /// Records that an answer was found.
    pub fn answer(&mut self) {
        self.push(Event::Answer(self.answers));
        self.answers += 1;
    }

    /// The number of answers.
    pub fn answers(&self) -> usize {
        self.answers
    }

    /// The events after the one with the number `id`.
    pub fn after(&self, id: u64) -> &[(u64, Event)] {
        let first = self.events.partition_point(|&(event, _)| event <= id);
        &self.events[first..]
    }

    /// Whether the job has ended, and no event follows the one with the number `id`.
    pub fn has_ended_at(&self, id: u64) -> bool {
        let ended = matches!(self.events.last(), Some((_, Event::End(_))));
        ended && self.last <= id
    }

    fn push(&mut self, event: Event) {
        self.last += 1;
        self.events.push((self.last, event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(steps: &str) -> Log {
        let mut log = Log::new();
        for step in steps.chars() {
            match step {
                'a' => log.answer(),
                'q' => log.state(State::Queued),
                'r' => log.state(State::Running),
                'i' => log.state(State::Interrupted),
                _ => log.state(State::Done),
            }
        }
        log
    }

    #[test]
    fn a_log_is_restored_from_its_marks_and_the_number_of_answers() {
        for steps in ["", "r", "raaa", "raaad", "rd", "raaiqr", "raaiqrad", "rdqraaad"] {
            let log = of(steps);
            assert_eq!(Log::restored(&log.marks(), log.answers()), log, "{steps}");
        }
    }

    #[test]
    fn whoever_comes_back_gets_the_rest() {
        let log = of("raad");
        let numbers = |after| log.after(after).iter().map(|(id, _)| *id).collect::<Vec<_>>();
        assert_eq!(numbers(0), [1, 2, 3, 4, 5, 6]);
        assert_eq!(numbers(3), [4, 5, 6]);
        assert!(numbers(6).is_empty() && log.has_ended_at(6) && !log.has_ended_at(5));
        assert!(numbers(u64::MAX).is_empty());
        assert_eq!(log.after(3)[0], (4, Event::Answer(1)));
    }

    #[test]
    fn answers_of_a_run_that_is_made_again_are_void() {
        let log = of("raaiqra");
        assert_eq!(log.answers(), 1);
        assert_eq!(log.after(8), [(9, Event::Answer(0))]);
    }

    /// A server that died may have left more answers than marks, and a file may have been edited.
    #[test]
    fn numbers_never_go_down() {
        let log = Log::restored(&of("r").marks(), 3);
        assert_eq!(log.after(2).iter().map(|(id, _)| *id).collect::<Vec<_>>(), [3, 4, 5]);
        let mark = |id| Mark { id, state: State::Queued, is_end: false };
        let log = Log::restored(&[mark(7), mark(3), mark(3)], 1);
        assert_eq!(log.after(0).iter().map(|(id, _)| *id).collect::<Vec<_>>(), [9, 10]);
    }

    #[test]
    fn a_job_that_is_resumed_again_and_again_does_not_grow() {
        let log = of(&"qraai".repeat(1000));
        assert_eq!(log.after(0), log.after(6 * 999 + 1), "what the last resumption told");
        assert_eq!(log.marks().len(), 4);
        // Files of earlier versions may contain more marks.
        let mark = |id, state| Mark { id, state, is_end: false };
        let kept = [mark(1, State::Queued), mark(2, State::Running), mark(5, State::Queued)];
        assert_eq!(
            Log::restored(&kept, 1).after(0),
            [(5, Event::State(State::Queued)), (6, Event::Answer(0))]
        );
    }
}
