//! The long rows of the corpus, by processes over sockets: some minutes, so only when it is asked for.

use super::{Cluster, answer, text};
use std::process::Command;

/// The last row that is compared.
const LAST: &str = "shichiro-1001";

/// With `TSUMUGI_CLUSTER_LONG=1`: two and eight processes have the answers of one.
#[test]
fn long_problems_have_the_same_answers() {
    if std::env::var_os("TSUMUGI_CLUSTER_LONG").is_none() {
        println!("SKIPPED: TSUMUGI_CLUSTER_LONG is not set");
        return;
    }
    let Some(path) = crate::shared_files::shared("corpus/helpmate-long.tsv") else { return };
    let corpus = std::fs::read_to_string(path).expect("a readable file");
    let rows: Vec<Vec<&str>> = corpus.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let end = rows.iter().position(|row| row[0] == LAST).expect("the last row") + 1;
    for row in &rows[..end] {
        let (id, sfen) = (row[0], row[6]);
        let single = Command::new(env!("CARGO_BIN_EXE_tsumugi"))
            .args(["helpmate", "-q", "--json", "--memory", "1G", sfen])
            .output()
            .expect("a process");
        let expected = answer(&single.stdout);
        assert_eq!(expected["plies"].to_string(), row[2], "{id}");
        for processes in [2, 8] {
            let cluster = Cluster::new(&format!("long-{processes}"), processes);
            let all = cluster.start_all(&["--json", "--join", "5m", sfen]);
            for (process, child) in all.into_iter().enumerate() {
                let output = child.wait_with_output().expect("an end");
                assert_eq!(output.status.code(), Some(0), "{id}, {process}: {}", text(&output.stderr));
                if process == 0 {
                    assert_eq!(answer(&output.stdout), expected, "{id} by {processes}");
                }
            }
            println!("{id}: {processes} processes have the answer of one");
        }
    }
}
