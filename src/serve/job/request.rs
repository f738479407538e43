//! The request of a job, read from the JSON of a client or of the job's folder.

use crate::compose::extend::ExtendOptions;
use crate::compose::{Draft, Judge, MOST_FILLINGS, Repair, Template, TemplateError, possible_length};
use crate::problem::{Choices, Problem, Question, QuestionError, Rule};
use crate::record::Record;
use crate::report::{Lang, Message};
use crate::serve::error::ApiError;
use crate::serve::fields::{Fields, bad_value, intended_solutions_of, missing};
use crate::serve::limits::{
    Budget, JOB_REQUEST, QUICK_MEMORY, QUICK_NODES, QUICK_SECONDS, SECONDS, SOLUTIONS,
};
use crate::solve::tsume::Prove;
use crate::solve::{Limits, Options, StopFlag, USUAL_SOLUTIONS, least_memory, usual_memory};
use num_bigint::BigUint;
use serde_json::Value;
use serde_json::value::RawValue;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// The greatest length in bytes of a name that a client gives to a problem or to itself.
const NAME: usize = 200;
/// The greatest length of a template in bytes.
const TEMPLATE: usize = 64 << 10;

/// The kind of work of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Solve a problem.
    Solve,
    /// Check whether a problem is sound.
    Check,
    /// Put moves before a problem.
    Extend,
    /// Find fillings for the gaps of a diagram.
    Search,
    /// Find the smallest changes that make a problem sound.
    Repair,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Solve, Kind::Check, Kind::Extend, Kind::Search, Kind::Repair];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Solve => "solve",
            Kind::Check => "check",
            Kind::Extend => "extend",
            Kind::Search => "search",
            Kind::Repair => "repair",
        }
    }
}

/// The request of a job.
#[derive(Clone, Debug)]
pub struct Request {
    /// The kind of work.
    pub kind: Kind,
    /// The problem or template to work on.
    pub subject: Subject,
    /// The limits of each search, except the memory.
    limits: Limits,
    /// The time limit of the whole job in seconds.
    pub seconds: Option<f64>,
    memory: Option<u64>,
    /// The number of threads.
    pub threads: usize,
    /// Whether the job is small and is started at once, without waiting in the queue.
    pub is_quick: bool,
    /// The id of the page that sent the request.
    pub client: Option<String>,
    /// The request as it was sent.
    pub json: Box<RawValue>,
}

/// What a job works on.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A problem.
    Problem(Arc<AskedProblem>),
    /// A diagram with gaps.
    Template(Arc<Template>),
}

/// A problem with the wishes of the client.
#[derive(Clone, Debug)]
pub struct AskedProblem {
    /// The problem as stated.
    pub problem: Problem,
    /// Its question. It may be illegal if the problem is to be repaired.
    pub question: Question,
    /// The intended length.
    pub plies: Option<u64>,
    /// Whether the variations (変化) of a tsume, the defender's other replies, are searched.
    pub variations: bool,
    /// Whether the certificate of a tsume is written.
    pub certificate: bool,
    /// What to prove about a mate in a tsume.
    pub prove: Prove,
    max_solutions: usize,
    verify: bool,
    /// The number of steps of `extend`.
    pub steps: u32,
    /// The number of results from which each step of `extend` continues.
    pub beam: usize,
    /// The greatest number of changes by `repair`.
    pub changes: usize,
}

impl Request {
    /// Reads the request of a client. `id`: the name of the problem unless the client gives one.
    ///
    /// # Errors
    /// The request is not valid, or exceeds the budget in memory or threads.
    pub fn read(json: Value, id: &str, budget: &Budget) -> Result<Request, ApiError> {
        Request::parse(json, id, Some(budget))
    }

    /// Reads a stored request. If the budget of this server is smaller than that of the earlier one, the job gets
    /// less.
    ///
    /// # Errors
    /// The JSON is not a request.
    pub fn read_kept(json: Value, id: &str) -> Result<Request, ApiError> {
        Request::parse(json, id, None)
    }

    fn parse(value: Value, id: &str, budget: Option<&Budget>) -> Result<Request, ApiError> {
        let text = value.to_string();
        if text.len() > JOB_REQUEST {
            return Err(ApiError::new(
                413,
                "too-large",
                format!("the request of a job may have at most {JOB_REQUEST} bytes"),
                format!("ジョブの要求は{JOB_REQUEST}バイトまでです"),
            ));
        }
        let json = RawValue::from_string(text).map_err(|error| ApiError::bad_json(&error))?;
        let mut fields = Fields::of(value)?;
        let kind = fields.choice("kind", &Kind::ALL.map(|kind| (kind.name(), kind)))?;
        let kind = kind.ok_or_else(|| missing("kind"))?;
        let is_quick = fields.flag("quick")?;
        let client = fields.text("client", NAME)?;
        let nodes = fields.number("nodes", 0..=u64::MAX)?;
        let seconds = fields.seconds("seconds", SECONDS)?;
        let most_threads = budget.map_or(usize::MAX, |budget| budget.threads) as u64;
        let threads = fields.number("threads", 1..=most_threads)?.unwrap_or(1) as usize;
        if threads > 1 && matches!(kind, Kind::Search | Kind::Repair) {
            return Err(bad_value(
                "threads",
                "must be 1 for this kind of job",
                "この種のジョブでは1でなければなりません",
            ));
        }
        let mut limits = Limits { nodes, ..Limits::default() };
        let subject = match kind {
            Kind::Search => Subject::Template(Arc::new(template(&mut fields)?)),
            _ => Subject::Problem(Arc::new(AskedProblem::read(&mut fields, kind, id, &mut limits)?)),
        };
        let rule = subject.rule();
        let least = least_memory(rule);
        // A stored job may have less than the least of today.
        let allowed = budget.map_or(0..=u64::MAX, |budget| least..=budget.memory.max(least));
        let memory = fields.number("memory", allowed)?;
        fields.finish()?;
        let mut request = Request { kind, subject, limits, seconds, memory, threads, is_quick, client, json };
        if is_quick {
            request.make_quick()?;
        }
        Ok(request)
    }

    /// Restricts a quick job to the limits for quick jobs.
    fn make_quick(&mut self) -> Result<(), ApiError> {
        if !matches!(self.kind, Kind::Solve | Kind::Check) {
            return Err(bad_value(
                "quick",
                "is for the kinds solve and check only",
                "solve と check だけで使えます",
            ));
        }
        if let Subject::Problem(asked) = &self.subject
            && (asked.certificate || asked.variations)
        {
            return Err(bad_value(
                "quick",
                "leaves no time for a certificate or variations",
                "証明書や変化とは一緒に使えません",
            ));
        }
        self.limits.nodes = Some(self.limits.nodes.map_or(QUICK_NODES, |nodes| nodes.min(QUICK_NODES)));
        self.seconds = Some(self.seconds.map_or(QUICK_SECONDS, |seconds| seconds.min(QUICK_SECONDS)));
        self.threads = 1;
        Ok(())
    }

    /// The memory in bytes and the number of threads that the job takes from a budget.
    pub fn share(&self, budget: &Budget) -> (u64, usize) {
        if self.is_quick {
            return (QUICK_MEMORY, 1);
        }
        let rule = self.subject.rule();
        let judges = matches!(self.kind, Kind::Search | Kind::Repair) && !rule.is_cooperative();
        let usual = if judges { Some(Judge::TSUME_MEMORY) } else { usual_memory(rule) };
        let memory = self.memory.unwrap_or_else(|| usual.unwrap_or(budget.memory / 2));
        (memory.min(budget.memory), self.threads.min(budget.threads))
    }

    /// The length of the mate that is expected, for the progress report.
    pub fn expected(&self) -> Option<u64> {
        match &self.subject {
            Subject::Problem(asked) if self.kind != Kind::Solve => asked.plies,
            Subject::Problem(_) | Subject::Template(_) => None,
        }
    }

    /// The options of the job's searches.
    pub fn options(&self, budget: &Budget, stop: &StopFlag) -> Options {
        let (memory, threads) = self.share(budget);
        let mut limits = Limits { memory: Some(memory), ..self.limits };
        if self.kind == Kind::Solve {
            limits.time = self.seconds.map(Duration::from_secs_f64);
        }
        let mut options = Options { limits, threads, stop: stop.clone(), ..Options::default() };
        if let Subject::Problem(asked) = &self.subject {
            options.max_solutions = asked.max_solutions;
            options.verify = asked.verify;
            options.prove = asked.prove;
        }
        options
    }
}

impl Subject {
    /// The rule of the problem or template.
    pub fn rule(&self) -> Rule {
        match self {
            Subject::Problem(asked) => asked.question.rule(),
            Subject::Template(template) => template.conditions().wanted.rule,
        }
    }
}

impl AskedProblem {
    fn read(
        fields: &mut Fields,
        kind: Kind,
        id: &str,
        limits: &mut Limits,
    ) -> Result<AskedProblem, ApiError> {
        let position = fields.sfen()?;
        let rule = fields.rule()?.ok_or_else(|| missing("rule"))?;
        let choices = Choices {
            rule: Some(rule),
            conditions: fields.conditions()?,
            attacker: fields.attacker()?,
            policy: fields.policy()?,
            rest: fields.flag("rest")?,
        };
        // `check` reports an illegal intended line as a result, and a problem to be repaired may still be illegal.
        let line = match kind {
            Kind::Check | Kind::Repair => fields.moves("line")?,
            _ => fields.legal_moves("line", &position)?,
        };
        let id = fields.text("id", NAME)?.unwrap_or_else(|| id.to_owned());
        let title = fields.text("title", NAME)?;
        let intended_solutions = match kind {
            Kind::Check | Kind::Extend | Kind::Repair => intended_solutions_of(fields, rule)?,
            _ => None,
        };
        let record = Record::new(position, line);
        let problem = Problem { id: Some(id), title, intended_solutions, ..Problem::new(record) };
        let question = match kind {
            Kind::Repair => Draft::new(&problem, &choices).map(|draft| draft.asked().clone()),
            _ => Question::new(&problem, &choices),
        };
        let question = question.map_err(|error| refused(&error))?;
        let plies = fields.number("plies", 0..=u64::MAX)?;
        if kind == Kind::Solve {
            limits.plies = plies;
        }
        let mut asked = AskedProblem {
            problem,
            question,
            plies,
            variations: false,
            certificate: false,
            prove: Prove::Length,
            max_solutions: USUAL_SOLUTIONS,
            verify: false,
            steps: 1,
            beam: ExtendOptions::BEAM,
            changes: 1,
        };
        asked.refuse_impossible_length(kind)?;
        asked.read_wishes(fields, kind)?;
        Ok(asked)
    }

    /// Refuses a length that no problem of this kind can have.
    fn refuse_impossible_length(&self, kind: Kind) -> Result<(), ApiError> {
        let wanted = match kind {
            Kind::Check | Kind::Extend => self.plies.map(|plies| plies..=plies),
            Kind::Repair => Some(self.repaired_plies()),
            // For a search, the length is only a limit, which may be any number.
            Kind::Solve | Kind::Search => None,
        };
        let Some(wanted) = wanted else { return Ok(()) };
        possible_length(self.question.rule(), self.question.attacks_first(), &wanted)
            .map_err(|error| bad_value("plies", error.message(Lang::En), error.message(Lang::Ja)))
    }

    /// Reads the wishes that apply to a job of this kind.
    fn read_wishes(&mut self, fields: &mut Fields, kind: Kind) -> Result<(), ApiError> {
        match kind {
            Kind::Solve => {
                self.variations = fields.flag("variations")?;
                self.certificate = fields.flag("certificate")?;
                if self.certificate && self.question.rule().is_cooperative() {
                    return Err(bad_value(
                        "certificate",
                        "is for tsume only: a helpmate has no proof of this form",
                        "詰将棋だけです: 協力詰にこの形の証明はありません",
                    ));
                }
                self.read_search(fields)?;
            }
            Kind::Check => self.read_search(fields)?,
            Kind::Extend => {
                self.steps = fields.number("steps", 1..=1000)?.unwrap_or(1) as u32;
                self.beam =
                    fields.number("beam", 1..=10_000)?.map_or(ExtendOptions::BEAM, |beam| beam as usize);
            }
            Kind::Repair => {
                self.changes = fields.number("changes", 1..=2)?.unwrap_or(1) as usize;
            }
            Kind::Search => unreachable!("a search has a template"),
        }
        Ok(())
    }

    /// The range of lengths that the repaired problem may have, in plies.
    pub fn repaired_plies(&self) -> RangeInclusive<u64> {
        let line = Some(self.question.line().len() as u64).filter(|&plies| plies > 0);
        match self.plies.or(line) {
            Some(plies) => plies..=plies,
            None => 0..=Repair::LONGEST,
        }
    }

    fn read_search(&mut self, fields: &mut Fields) -> Result<(), ApiError> {
        let proofs = [Prove::Length, Prove::None].map(|prove| (prove.name(), prove));
        self.prove = fields.choice("prove", &proofs)?.unwrap_or(Prove::Length);
        let solutions = fields.number("max_solutions", 1..=SOLUTIONS)?;
        self.max_solutions = solutions.map_or(USUAL_SOLUTIONS, |solutions| solutions as usize);
        self.verify = fields.flag("verify")?;
        Ok(())
    }
}

/// The error for a problem that has no valid question, with the field at fault.
fn refused(error: &QuestionError) -> ApiError {
    match error {
        QuestionError::Conditions { .. } => ApiError::because("bad-value", error).at("condition"),
        QuestionError::NoKing | QuestionError::Illegal { .. } => {
            ApiError::because("illegal-position", error).at("sfen")
        }
    }
}

fn template(fields: &mut Fields) -> Result<Template, ApiError> {
    let text = fields.text("template", TEMPLATE)?.ok_or_else(|| missing("template"))?;
    let wants_all = fields.flag("yes")?;
    let template: Template = text
        .trim()
        .parse()
        .map_err(|error: TemplateError| ApiError::because("bad-template", &error).at("template"))?;
    let fillings = template.count();
    if fillings > BigUint::from(MOST_FILLINGS) && !wants_all {
        return Err(ApiError::new(
            400,
            "bad-template",
            format!(
                "{fillings} fillings: give a narrower template, or `yes` (true) to go through all of them"
            ),
            format!("{fillings}通りあります: 候補を絞るか、すべて調べるなら `yes` を true にしてください"),
        )
        .at("template"));
    }
    Ok(template)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_stored_request_may_have_less_than_the_least_memory() {
        let request = json!({ "kind": "solve", "rule": "tsume", "sfen": "8k/9/8G/9/9/9/9/9/9 b G 1", "memory": 16 << 20 });
        let kept = Request::read_kept(request.clone(), "1").expect("a request");
        assert_eq!(kept.memory, Some(16 << 20));
        let budget = Budget::of(1 << 30, 2);
        let Err(refused) = Request::read(request, "1", &budget) else { panic!("too little memory") };
        assert!(refused.json().contains("memory"), "{}", refused.json());
    }
}
