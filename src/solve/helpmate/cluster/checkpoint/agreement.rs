//! The processes agree from which layer to resume a search, and which process reads which files.

use super::super::exchange::{Exchange, HostLost};
use super::saved::{EarlierRun, SavedPart};
use crate::solve::checkpoint::{CheckpointError, Damage, File, MANIFEST, Manifest, Named, SINGLE};
use crate::solve::helpmate::checkpoint::{FrontierFile, LOG, SavedSearch};
use crate::store::Folder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The reason why processes cannot resume from a checkpoint.
#[derive(Debug)]
pub enum ResumeError {
    /// There is no checkpoint, or it is damaged, belongs to something else, or has another version.
    Checkpoint(CheckpointError),
    /// A process was lost.
    Lost(HostLost),
}

impl From<CheckpointError> for ResumeError {
    fn from(error: CheckpointError) -> Self {
        ResumeError::Checkpoint(error)
    }
}

impl From<HostLost> for ResumeError {
    fn from(lost: HostLost) -> Self {
        ResumeError::Lost(lost)
    }
}

/// The checkpoint files in the folder of a process.
#[derive(Default, Serialize, Deserialize)]
struct Listing {
    parts: Vec<Part>,
    /// The logs, by run and by the process that wrote them.
    logs: Vec<(u64, usize)>,
}

/// A part of a checkpoint: the manifest of one process in one run at one layer.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    run: u64,
    processes: usize,
    process: usize,
    layer: u64,
}

impl Part {
    fn file(self, file: File) -> String {
        let Part { run, process, layer, .. } = self;
        match file {
            File::Log => log_name(run, process),
            File::Frontier if run == SINGLE => FrontierFile::name(layer),
            File::Manifest if run == SINGLE => MANIFEST.to_owned(),
            _ => Named { file, run, process, layer: Some(layer) }.name(),
        }
    }

    fn read(self, folder: &dyn Folder) -> Result<Manifest<SavedPart>, CheckpointError> {
        match self.run {
            SINGLE => Ok(Manifest::<SavedSearch>::read(folder, MANIFEST)?.map(SavedPart::from)),
            _ => Manifest::<SavedPart>::read(folder, &self.file(File::Manifest)),
        }
    }
}

/// The name of a log.
pub(super) fn log_name(run: u64, process: usize) -> String {
    match run {
        SINGLE => LOG.to_owned(),
        _ => Named { file: File::Log, run, process, layer: None }.name(),
    }
}

impl Listing {
    /// Lists the parts in a folder that can be read, and returns the error of one that cannot, if there is any.
    fn read(folder: &dyn Folder) -> Result<(Listing, Option<CheckpointError>), CheckpointError> {
        let (mut listing, mut damage) = (Listing::default(), None);
        for name in folder.names().map_err(CheckpointError::io(MANIFEST))? {
            let manifest = match Named::parse(&name) {
                Some(Named { file: File::Log, run, process, .. }) => {
                    listing.logs.push((run, process));
                    continue;
                }
                Some(Named { file: File::Manifest, .. }) => Manifest::<SavedPart>::read(folder, &name),
                _ if name == LOG => {
                    listing.logs.push((SINGLE, 0));
                    continue;
                }
                _ if name == MANIFEST => {
                    Manifest::<SavedSearch>::read(folder, &name).map(|saved| saved.map(SavedPart::from))
                }
                _ => continue,
            };
            match manifest {
                Ok(Manifest { search: SavedPart { run, processes, process, layer, .. }, .. }) => {
                    listing.parts.push(Part { run, processes, process, layer });
                }
                Err(error) => damage = Some(error),
            }
        }
        Ok((listing, damage))
    }
}

/// The checkpoint from which all processes resume.
pub(in super::super) struct Agreed {
    /// The manifests of its parts, in the order of their processes.
    pub parts: Vec<Manifest<SavedPart>>,
    /// The runs whose logs are to be read, the first run first.
    pub runs: Vec<EarlierRun>,
    /// For each run and each process in it, the process that reads that log now.
    pub log_hosts: Vec<Vec<usize>>,
    /// For each part, the process that reads its frontier now.
    pub frontier_hosts: Vec<usize>,
}

impl Agreed {
    /// Finds the newest layer of which all parts exist.
    ///
    /// # Errors
    /// There is no such layer, a file is missing or damaged, or a process was lost.
    pub fn find(folder: &dyn Folder, exchange: &mut dyn Exchange) -> Result<Agreed, ResumeError> {
        let (listing, damage) = Listing::read(folder)?;
        let listings: Vec<Listing> = tell(exchange, &listing)?;
        let newest = newest(&listings).map_err(|missing| damage.unwrap_or(missing))?;
        let frontier_hosts = newest
            .iter()
            .map(|part| host(&listings, part.process, |listing| listing.parts.contains(part)))
            .collect::<Option<Vec<usize>>>()
            .unwrap_or_else(|| unreachable!("all parts are there"));
        let mut own = Vec::new();
        for (part, &host) in newest.iter().zip(&frontier_hosts) {
            if host == exchange.process() {
                own.push(part.read(folder)?);
            }
        }
        let mut parts: Vec<_> = tell(exchange, &own)?.into_iter().flatten().collect();
        parts.sort_by_key(|part| part.search.process);
        let first = parts.first().ok_or(CheckpointError::Missing)?;
        let (run, first, last) = (first.search.run, first.search.first, first.search.layer);
        let mut runs = parts[0].search.earlier.clone();
        if last > first || run == SINGLE {
            runs.push(EarlierRun { run, last, logs: parts.iter().map(|part| part.search.log).collect() });
        }
        let log_host = |run: &EarlierRun, process| {
            let found = host(&listings, process, |listing| listing.logs.contains(&(run.run, process)));
            found.ok_or_else(|| CheckpointError::damaged(&log_name(run.run, process), Damage::Missing))
        };
        let log_hosts = runs
            .iter()
            .map(|run| (0..run.logs.len()).map(|process| log_host(run, process)).collect())
            .collect::<Result<Vec<Vec<usize>>, CheckpointError>>()?;
        Ok(Agreed { parts, runs, log_hosts, frontier_hosts })
    }

    /// The number of positions in the layer.
    pub fn positions(&self) -> u64 {
        self.parts.iter().map(|part| part.search.frontier.positions()).sum()
    }

    /// The number of bytes of all logs.
    pub fn log_bytes(&self) -> u64 {
        self.runs.iter().flat_map(|run| &run.logs).map(|log| log.bytes).sum()
    }

    /// The logs that a process reads: for each, its run and the number of its finder in that run.
    pub fn logs(&self, process: usize) -> impl Iterator<Item = (&EarlierRun, usize)> {
        let runs = self.runs.iter().zip(&self.log_hosts);
        runs.flat_map(move |(run, hosts)| {
            let of_run = hosts.iter().enumerate().filter(move |&(_, &host)| host == process);
            of_run.map(move |(finder, _)| (run, finder))
        })
    }

    /// The names of the frontiers that a process reads, with their parts.
    pub fn frontiers(&self, process: usize) -> impl Iterator<Item = (String, &SavedPart)> {
        let own = self.parts.iter().zip(&self.frontier_hosts).filter(move |&(_, &host)| host == process);
        own.map(|(Manifest { search, .. }, _)| {
            let SavedPart { run, processes, process, layer, .. } = *search;
            (Part { run, processes, process, layer }.file(File::Frontier), search)
        })
    }

    /// Removes the files of runs from which nobody resumed, as far as this process is responsible for them.
    pub fn remove_dead(&self, folder: &dyn Folder, process: usize, processes: usize) {
        let base = self.parts[0].search.run;
        for name in folder.names().unwrap_or_default() {
            let is_dead = Named::parse(&name).is_some_and(|named| {
                named.process % processes == process
                    && named.run != base
                    && !(named.file == File::Log && self.runs.iter().any(|run| run.run == named.run))
            });
            if is_dead {
                let _ = folder.remove(&name);
            }
        }
    }
}

/// The parts of the newest layer of which all exist.
fn newest(listings: &[Listing]) -> Result<Vec<Part>, CheckpointError> {
    let mut layers: BTreeMap<(u64, u64), (usize, BTreeSet<usize>)> = BTreeMap::new();
    for part in listings.iter().flat_map(|listing| &listing.parts) {
        let (processes, found) = layers.entry((part.layer, part.run)).or_default();
        *processes = part.processes;
        found.insert(part.process);
    }
    let mut missing = CheckpointError::Missing;
    for (&(layer, run), (processes, found)) in layers.iter().rev() {
        match (0..*processes).find(|process| !found.contains(process)) {
            None => {
                let part = |process| Part { run, processes: *processes, process, layer };
                return Ok((0..*processes).map(part).collect());
            }
            Some(process) if matches!(missing, CheckpointError::Missing) => {
                missing = CheckpointError::PartMissing { process };
            }
            Some(_) => {}
        }
    }
    Err(missing)
}

/// A process that has a file: the process with that number, modulo the number of processes, if it has it;
/// otherwise any.
fn host(listings: &[Listing], number: usize, has: impl Fn(&Listing) -> bool) -> Option<usize> {
    let wanted = number % listings.len();
    let found = [wanted].into_iter().chain(0..listings.len());
    found.into_iter().find(|&process| has(&listings[process]))
}

/// Sends a value to all processes, and returns the values that they sent.
fn tell<T: Serialize + DeserializeOwned>(
    exchange: &mut dyn Exchange,
    told: &T,
) -> Result<Vec<T>, ResumeError> {
    // Serializing these values cannot fail.
    let message = serde_json::to_vec(told).unwrap_or_default();
    let messages = exchange.exchange(vec![message; exchange.processes()])?;
    let read = messages.iter().enumerate().map(|(process, message)| {
        serde_json::from_slice(message)
            .map_err(|error| ResumeError::Lost(HostLost { process, cause: error.to_string() }))
    });
    read.collect()
}
