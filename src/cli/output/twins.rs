//! Problems of several diagrams (ツイン): the joint verdict on their diagrams.

use crate::cli::input::failure::Refusal;
use crate::problem::{Choices, Problem, Question};
use crate::report::json::SCHEMA;
use crate::report::{Lang, counted};
use serde_json::json;
use std::collections::HashMap;

/// The verdict on a diagram, or on all diagrams of a problem together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// As stated or as it should be.
    Right,
    /// Not known.
    Undecided,
    /// Not as stated, or not as it should be.
    Wrong,
}

/// The problems of a run that have an id, each with its twins: the later problems that name it as their first
/// diagram.
#[derive(Default)]
pub struct Twins {
    groups: Vec<Vec<Part>>,
    /// The group of the last problem with each id.
    by_id: HashMap<String, usize>,
    /// The group of the problem that is being judged.
    current: Option<usize>,
}

/// One diagram of a problem.
struct Part {
    name: String,
    /// Its question, without a line. `None` for a diagram that was refused: it is not equal to any other one.
    question: Option<Question>,
    judgement: Judgement,
}

/// All diagrams of a problem.
pub struct Whole<'a> {
    parts: &'a [Part],
    /// The names of two diagrams that are the same, if there are any.
    same: Option<[&'a str; 2]>,
}

impl Twins {
    /// Adds a problem that is about to be judged under these choices. Until it is judged, it counts as undecided.
    ///
    /// # Errors
    /// It names itself a twin of a problem that does not precede it.
    pub fn begin(&mut self, problem: &Problem, choices: &Choices) -> Result<(), Refusal> {
        self.current = None;
        let question = Question::new(problem, choices).ok().map(|question| question.with_line(Vec::new()));
        let part = Part { name: problem.name(), question, judgement: Judgement::Undecided };
        let group = match (&problem.twin, &problem.id) {
            (Some(first), _) => *self.by_id.get(first).ok_or_else(|| Refusal::NoTwin(first.clone()))?,
            (None, Some(_)) => {
                self.groups.push(Vec::new());
                self.groups.len() - 1
            }
            (None, None) => return Ok(()),
        };
        if let Some(id) = &problem.id {
            self.by_id.insert(id.clone(), group);
        }
        self.groups[group].push(part);
        self.current = Some(group);
        Ok(())
    }

    /// Sets the verdict on the problem that was added last.
    pub fn judge(&mut self, judgement: Judgement) {
        if let Some(part) = self.current.and_then(|group| self.groups[group].last_mut()) {
            part.judgement = judgement;
        }
    }

    /// The problems with more than one diagram.
    pub fn wholes(&self) -> impl Iterator<Item = Whole<'_>> {
        self.groups.iter().filter(|parts| parts.len() > 1).map(|parts| Whole::of(parts))
    }
}

impl<'a> Whole<'a> {
    fn of(parts: &'a [Part]) -> Whole<'a> {
        let twice = |(at, one): (usize, &'a Part)| {
            let question = one.question.as_ref()?;
            let is_same =
                |other: &&Part| other.question.as_ref().is_some_and(|other| question.asks_as(other));
            let other = parts[at + 1..].iter().find(is_same)?;
            Some([one.name.as_str(), other.name.as_str()])
        };
        Whole { parts, same: parts.iter().enumerate().find_map(twice) }
    }

    /// The name: that of the first diagram.
    pub fn name(&self) -> &str {
        &self.parts[0].name
    }

    /// Right if all diagrams are right and no two of them are the same.
    pub fn judgement(&self) -> Judgement {
        let worst = self.parts.iter().map(|part| part.judgement).max().unwrap_or(Judgement::Right);
        if self.same.is_some() { Judgement::Wrong } else { worst }
    }

    /// The diagrams that are the reason for a verdict other than right; `None` for a right one.
    fn reason(&self, lang: Lang) -> Option<String> {
        if let Some([one, other]) = self.same {
            return Some(lang.pick(
                format!("{one} と {other} は同じ図"),
                format!("{one} and {other} are the same diagram"),
            ));
        }
        let judgement = self.judgement();
        let worst =
            self.parts.iter().filter(|part| part.judgement == judgement && judgement != Judgement::Right);
        let names: Vec<&str> = worst.map(|part| part.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(lang.pick("、", ", ")))
    }

    /// A line about the problem; `verdict`: the verdict in the words of a command.
    pub fn text(&self, verdict: &str, lang: Lang) -> String {
        let (name, count) = (self.name(), self.parts.len());
        let reason = self.reason(lang).map(|reason| format!(" ({reason})")).unwrap_or_default();
        lang.pick(
            format!("ツイン {name}、全{count}図: {verdict}{reason}"),
            format!("twins {name}, {}: {verdict}{reason}", counted(count as u64, "diagram")),
        )
    }

    /// The same as a JSON object on one line, without the line end; `key` and `verdict`: in the words of a command.
    pub fn json(&self, key: &str, verdict: &str) -> String {
        let names: Vec<&str> = self.parts.iter().map(|part| part.name.as_str()).collect();
        let same = self.same.map(|pair| pair.to_vec());
        json!({"schema": SCHEMA, "twins": names, key: verdict, "same_diagrams": same}).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Reader;

    fn judged(text: &str, judgements: &[Judgement]) -> Vec<(String, Judgement)> {
        let mut twins = Twins::default();
        let problems = Reader::new(text.as_bytes(), "set").map(|problem| problem.expect("a problem"));
        for (problem, &judgement) in problems.zip(judgements) {
            assert_eq!(twins.begin(&problem, &Choices::default()), Ok(()));
            twins.judge(judgement);
        }
        twins.wholes().map(|whole| (whole.text("-", Lang::En), whole.judgement())).collect()
    }

    #[test]
    fn a_whole_is_what_its_worst_diagram_is() {
        use Judgement::{Right, Undecided, Wrong};
        let set = "8k/9/8G/9/9/9/9/9/9 b G 1 ; id=a\n\
                   8k/9/8S/9/9/9/9/9/9 b G 1 ; id=b ; twin=a\n\
                   7k1/9/8S/9/9/9/9/9/9 b G 1 ; twin=b\n\
                   6k2/9/8S/9/9/9/9/9/9 b G 1 ; id=alone\n";
        let whole = |judgements: [Judgement; 4]| judged(set, &judgements);
        assert_eq!(whole([Right; 4]), [("twins a, 3 diagrams: -".to_owned(), Right)]);
        let text = "twins a, 3 diagrams: - (set:3)".to_owned();
        assert_eq!(whole([Right, Right, Wrong, Right]), [(text, Wrong)]);
        let text = "twins a, 3 diagrams: - (a, b)".to_owned();
        assert_eq!(whole([Undecided, Undecided, Right, Wrong]), [(text, Undecided)]);
        let twice = "8k/9/8G/9/9/9/9/9/9 b G 1 ; id=a\n8k/9/8G/9/9/9/9/9/9 b G 1 ; id=b ; twin=a\n";
        let text = "twins a, 2 diagrams: - (a and b are the same diagram)".to_owned();
        assert_eq!(judged(twice, &[Right, Right]), [(text.clone(), Wrong)]);
        // Stating a default value explicitly does not make another diagram; another rule or condition does.
        let said = twice.replace("; twin", "; rule=helpmate ; attacker=black ; condition=none ; twin");
        assert_eq!(judged(&said, &[Right, Right]), [(text, Wrong)]);
        let text = "twins a, 2 diagrams: -".to_owned();
        for other in ["rule=tsume", "condition=取禁"] {
            let said = twice.replace("; twin", &format!("; {other} ; twin"));
            assert_eq!(judged(&said, &[Right, Right]), [(text.clone(), Right)], "{other}");
        }
    }

    #[test]
    fn a_twin_of_nothing_is_refused() {
        let text = "8k/9/8G/9/9/9/9/9/9 b G 1 ; id=b ; twin=a";
        let problem = Reader::new(text.as_bytes(), "set").next().expect("a problem").expect("one");
        assert_eq!(
            Twins::default().begin(&problem, &Choices::default()),
            Err(Refusal::NoTwin("a".to_owned()))
        );
    }
}
