//! The list of hosts.

use super::error::ClusterError;
use std::fs;
use std::path::Path;

/// The addresses of the processes, indexed by their numbers. In the file, each is a line `HOST:PORT`; empty lines and
/// lines that begin with `#` are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Reads a list.
    ///
    /// # Errors
    /// The file cannot be read, a line is not an address, an address occurs twice, or there are not 2 to 255 of them.
    pub fn read(path: &Path) -> Result<Hosts, ClusterError> {
        Hosts::parse(&fs::read_to_string(path).map_err(ClusterError::Read)?)
    }

    /// Reads the text of a list.
    ///
    /// # Errors
    /// A line is not an address, an address occurs twice, or there are not 2 to 255 of them.
    pub fn parse(text: &str) -> Result<Hosts, ClusterError> {
        let mut hosts: Vec<(usize, String)> = Vec::new();
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let is_address = text.rsplit_once(':').is_some_and(|(host, port)| {
                !host.is_empty()
                    && !host.contains(char::is_whitespace)
                    && port.parse::<u16>().is_ok_and(|port| port > 0)
            });
            if !is_address {
                return Err(ClusterError::Address { line, text: text.to_owned() });
            }
            if let Some(&(first, _)) = hosts.iter().find(|(_, known)| known.eq_ignore_ascii_case(text)) {
                return Err(ClusterError::SameAddress { first, second: line });
            }
            hosts.push((line, text.to_owned()));
        }
        match hosts.len() {
            2..=255 => Ok(Hosts(hosts.into_iter().map(|(_, host)| host).collect())),
            count => Err(ClusterError::Count(count)),
        }
    }

    /// The number of processes.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The address of a process.
    pub fn address(&self, process: usize) -> &str {
        &self.0[process]
    }

    /// The list as one text; equal addresses give equal texts.
    pub(super) fn text(&self) -> String {
        self.0.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read() {
        let hosts = Hosts::parse("# two machines\nnode1:7007\n\n  [fd00::2]:7007  \n").expect("a list");
        assert_eq!((hosts.count(), hosts.address(0), hosts.address(1)), (2, "node1:7007", "[fd00::2]:7007"));
        let with_mark = Hosts::parse("\u{feff}node1:7007\r\n[fd00::2]:7007\r\n").expect("a list");
        assert_eq!(with_mark, hosts, "as Windows writes it");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text| Hosts::parse(text).expect_err(text).to_string();
        assert_eq!(error("a:1\nb\n"), "line 2: `b` is not HOST:PORT");
        assert_eq!(error("a:1\nb:0\n"), "line 2: `b:0` is not HOST:PORT");
        assert_eq!(error("a:1\n# x\nb:2\nA:1\n"), "lines 1 and 4 have the same address");
        assert_eq!(error("a:1\n"), "1 hosts, not 2 to 255");
    }
}
