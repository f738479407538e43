//! `tsumugi ask CERTIFICATE`: what a certificate proves about a position that occurs in its proof.

use super::line::flaw;
use crate::certificate::{Found, Header};
use crate::cli::args::{AskFlags, KeyFlag, ProveFlag};
use crate::cli::command::certificates::{Checking, Lack, Unproved, none_within_text, question_text};
use crate::cli::command::useless::refuse_given;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::Failure;
use crate::cli::input::typed_moves;
use crate::cli::output::batch::Batch;
use crate::cli::run::progress::ProgressLine;
use crate::movegen::PermittedMoves;
use crate::notation::japanese;
use crate::position::{Conditions, Position, Rule};
use crate::record::Record;
use crate::report::json::SCHEMA;
use crate::report::{Lang, line_flaw_text, line_text};
use crate::types::Move;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::path::Path;

/// Checks a certificate, and reports what it proves about the position after the moves of `--line`.
///
/// # Errors
/// An I/O error on standard output, or a flag that has no effect on a certificate.
pub fn run(flags: &AskFlags, file: &OsStr, progress: &mut ProgressLine, lang: Lang) -> anyhow::Result<Tally> {
    refuse_useless(flags)?;
    let path = Path::new(file);
    let mut batch = Batch { json: flags.json, ..Batch::new(lang) };
    match answer(flags, path, progress, lang) {
        Ok((text, is_unknown)) => {
            batch.tally.unknown = is_unknown;
            batch.output.write(&text)?;
        }
        Err(NoAnswer::Line(failure)) => batch.fail(*failure)?,
        Err(NoAnswer::Certificate(unproved)) => {
            match unproved.lack {
                Lack::Memory => batch.tally.unknown = true,
                Lack::Unreadable | Lack::Proof => batch.tally.unreadable = true,
            }
            unproved.report(&mut batch.output, flags.json)?;
        }
    }
    Ok(batch.tally)
}

/// Why a certificate gives no answer.
enum NoAnswer {
    /// The line cannot be played, or one of the attacker's moves in it does not give check.
    Line(Box<Failure>),
    /// The certificate proves nothing.
    Certificate(Unproved),
}

/// What a certificate proves about the position after the line, and whether that is unknown.
fn answer(
    flags: &AskFlags,
    path: &Path,
    progress: &mut ProgressLine,
    lang: Lang,
) -> Result<(String, bool), NoAnswer> {
    let mut checking = Checking::new(flags.search.memory, progress, lang);
    let header = checking.check(path).map_err(NoAnswer::Certificate)?.header;
    let text = flags.line.as_deref().unwrap_or_default();
    let moves = typed_moves(&header.root, text, lang).map_err(|failure| NoAnswer::Line(failure.into()))?;
    let line = Record::new(header.root.clone(), moves);
    if let Some(flaw) = flaw(&line, &PermittedMoves::new(header.attacker, Conditions::NONE), Rule::Tsume) {
        let [english, japanese] = [Lang::En, Lang::Ja].map(|lang| line_flaw_text(flaw, lang));
        let failure = Failure::new(path.display().to_string(), english, japanese);
        return Err(NoAnswer::Line(failure.into()));
    }
    let found = checking.look_up(path, &line).map_err(NoAnswer::Certificate)?;
    let position = position_behind(&line, line.moves.len());
    let answer = Answer { header: &header, line: &line, position: &position, found: &found };
    let text = match flags.json {
        true => format!("{}\n", answer.json(&path.display().to_string())),
        false => answer.text(flags.full, lang),
    };
    Ok((text, found.is_empty()))
}

/// The position after the first `plies` moves of a line.
fn position_behind(line: &Record, plies: usize) -> Position {
    line.moves[..plies].iter().fold(line.root.clone(), |mut position, &mv| {
        position.do_move(mv);
        position
    })
}

/// Refuses flags about a problem and its search: a certificate states its own question, and nothing is searched.
fn refuse_useless(flags: &AskFlags) -> Result<(), FatalError> {
    let search = &flags.search;
    let given = [
        ("--ply", flags.ply.is_some()),
        ("--rule", search.question.rule.is_some()),
        ("--condition", search.question.condition.is_some()),
        ("--attacker", search.question.attacker.is_some()),
        ("--futile", search.question.futile.is_some()),
        ("--rest", search.rest),
        ("--prove", search.prove != ProveFlag::Length),
        ("--time", search.time.is_some()),
        ("--nodes", search.nodes.is_some()),
        ("--max-plies", search.max_plies.is_some()),
        ("--threads", search.threads != 1),
        ("--verify", search.verify),
        ("--key", search.key != KeyFlag::Narrow),
        ("--spill", search.spill.is_some()),
    ];
    refuse_given(&given, |flag| {
        FatalError::new(
            format!(
                "tsumugi ask: {flag} has no effect on a certificate: leave it out, and give moves with --line"
            ),
            format!("tsumugi ask: 証明書には {flag} は使えません: 付けずに、手は --line で指定してください"),
        )
    })
}

struct Answer<'a> {
    header: &'a Header,
    line: &'a Record,
    position: &'a Position,
    found: &'a Found,
}

impl Answer<'_> {
    fn attacks(&self) -> bool {
        self.position.side_to_move() == self.header.attacker
    }

    fn text(&self, full: bool, lang: Lang) -> String {
        let mut text = String::new();
        if !self.line.moves.is_empty() {
            text += lang.pick("次の手順の後:\n", "after\n");
            text += &line_text(self.line, full, lang);
        }
        let previous = self.line.moves.last().map(|mv| mv.to());
        let named = |mv: Option<Move>| {
            mv.map(|mv| format!(": {} {mv}", japanese(self.position, mv, previous))).unwrap_or_default()
        };
        let Found { mate, none_within, no_mate, futile, .. } = *self.found;
        let exact = self.found.exact(self.attacks());
        if self.found.is_empty() {
            text += lang.pick(
                "この局面については何も証明されていません\n",
                "nothing is proved about this position\n",
            );
        }
        if let Some(ply) = self.found.futile_before {
            let drop = self.line.moves[ply - 1];
            let name = japanese(&position_behind(self.line, ply - 1), drop, None);
            text += &lang.pick(
                format!("{ply}手目の {name} {drop} は無駄合 (証明済み) で、その先は証明にありません\n"),
                format!("ply {ply}, {name} {drop}, is a futile interposition, proved: the proof leaves out the moves after it\n"),
            );
        }
        if futile.is_some() {
            let capture = named(futile);
            text += &lang.pick(
                format!("無駄合 (証明済み){capture} で取る\n"),
                format!("a futile interposition, proved{capture} captures it\n"),
            );
        }
        if let Some((plies, check)) = mate {
            let check = named(check);
            let longest = none_within.and_then(|(_, reply)| reply).map_or_else(String::new, |reply| {
                let reply = named(Some(reply));
                lang.pick(format!("、最も長い応手{reply}"), format!("; longest reply{reply}"))
            });
            text += &match exact {
                Some(_) => lang.pick(
                    format!("{plies}手詰 (証明済み){check}{longest}\n"),
                    format!("mate in {plies}, proved{check}{longest}\n"),
                ),
                None => lang.pick(
                    format!("{plies}手以内の詰み (証明済み){check}\n"),
                    format!("mate in at most {plies}, proved{check}\n"),
                ),
            };
        }
        if let Some((plies, reply)) = none_within.filter(|_| exact.is_none()) {
            let (claim, reply) = (none_within_text(plies, lang), named(reply));
            text += &lang.pick(format!("{claim} (証明済み){reply}\n"), format!("{claim}, proved{reply}\n"));
        }
        if let Some(reply) = no_mate {
            let reply = named(reply);
            text += &lang.pick(format!("不詰 (証明済み){reply}\n"), format!("no mate, proved{reply}\n"));
        }
        text + &question_text(self.header, lang) + "\n"
    }

    fn json(&self, file: &str) -> Value {
        let usi = |mv: Option<Move>| mv.map(|mv| mv.to_string());
        let Found { mate, none_within, no_mate, futile, futile_before, records } = *self.found;
        json!({
            "schema": SCHEMA,
            "certificate": file,
            "root": self.header.root.sfen(),
            "rule": Rule::Tsume.name(),
            "attacker": self.header.attacker.to_string(),
            "policy": self.header.policy.name(),
            "line": self.line.moves.iter().map(Move::to_string).collect::<Vec<_>>(),
            "sfen": self.position.sfen(),
            "mate_within": mate.map(|(plies, _)| plies),
            "exact": self.found.exact(self.attacks()).is_some(),
            "check": usi(mate.and_then(|(_, check)| check)),
            "none_within": none_within.map(|(plies, _)| plies),
            "no_mate": no_mate.is_some(),
            "reply": usi(no_mate.or(none_within.map(|(_, reply)| reply)).flatten()),
            "futile": usi(futile),
            "futile_before": futile_before,
            "records": records,
        })
    }
}
