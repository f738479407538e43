//! A host that is cut off or loses power, in network namespaces with a wire between them. Needs the right to make some.

use super::{Cluster, ENDLESS, SMALL, answer, text};
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// The beginning of each script. `plug` makes another namespace, of which `$there` is the process, and a wire to it.
const WIRE: &str = r#"
ip link set lo up
plug() {
    unshare -n sleep 120 & there=$!
    while [ "$(readlink /proc/$there/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.1; done
    ip link add wire0 type veth peer name wire1 netns $there || exit 9
    ip addr add 10.9.1.1/24 dev wire0
    ip link set wire0 up
    nsenter -t $there -n sh -c 'ip link set lo up; ip addr add 10.9.1.2/24 dev wire1; ip link set wire1 up'
}
"#;

/// Hosts 0 and 1 in this namespace, host 2 in another one; the wire is cut while they search. A line for each process:
/// its number, exit code, and the milliseconds after the cut.
const CUT: &str = r#"
plug
host() {
    $2 "$BIN" --lang en -q helpmate --json --hosts hosts --secret secret --memory 2G --process $1 --time 60s "$PROBLEM" \
        >out.$1 2>err.$1
    echo $1 $? $(($(date +%s%N) / 1000000 - $(cat cut)))
}
host 0 & first=$!
host 1 & second=$!
host 2 "nsenter -t $there -n" & third=$!
until [ -e go ]; do sleep 0.1; done
date +%s%N | sed 's/......$//' >cut
ip link set wire0 down
wait $first $second $third
kill $there
"#;

/// Runs a script after [`WIRE`] in a network namespace of its own, in which it can make others. `None` where that is
/// impossible.
fn start_in_namespace(cluster: &Cluster, script: &str, problem: &str) -> Option<Child> {
    let has_namespaces = Command::new("unshare").args(["-n", "true"]).output();
    if !has_namespaces.is_ok_and(|output| output.status.success()) {
        println!("SKIPPED: no network namespaces can be made here");
        return None;
    }
    let script = Command::new("unshare")
        .args(["-n", "bash", "-c", &format!("{WIRE}{script}")])
        .env("BIN", env!("CARGO_BIN_EXE_tsumugi"))
        .env("PROBLEM", problem)
        .current_dir(&cluster.folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    Some(script.expect("a shell"))
}

/// A line for each process when a script has ended: its number and the numbers after it. `None` where the namespaces
/// cannot be connected.
fn ends(script: Child) -> Option<Vec<Vec<u64>>> {
    let Output { status, stdout, stderr } = script.wait_with_output().expect("an end");
    if status.code() == Some(9) {
        println!("SKIPPED: no wire between network namespaces: {}", text(&stderr));
        return None;
    }
    let numbers = |line: &str| line.split(' ').map(|number| number.parse().expect("a number")).collect();
    let mut ended: Vec<Vec<u64>> = text(&stdout).lines().map(numbers).collect();
    ended.sort();
    assert_eq!(ended.len(), 3, "{ended:?}: {}", text(&stderr));
    Some(ended)
}

#[test]
fn a_host_that_is_cut_off_is_named() {
    let cluster = Cluster::new("cut-off", 3);
    let addresses = ["10.9.1.1:7007", "10.9.1.1:7008", "10.9.1.2:7007"];
    cluster.write("hosts", &addresses.join("\n"));
    let Some(script) = start_in_namespace(&cluster, CUT, ENDLESS) else { return };
    // They have joined by then, and are at work for longer.
    std::thread::sleep(Duration::from_secs(4));
    cluster.write("go", "");
    let Some(ended) = ends(script) else { return };
    for (process, line) in ended.iter().enumerate() {
        let said = fs::read_to_string(cluster.folder.join(format!("err.{process}"))).expect("a file");
        assert_eq!(line[..2], [process as u64, 3], "{said}");
        // Five seconds, and what a busy machine needs besides.
        assert!(line[2] < 10_000, "process {process} ended after {} ms", line[2]);
        let lost = if process == 2 { "process 0 (10.9.1.1:7007)" } else { "process 2 (10.9.1.2:7007)" };
        assert!(said.contains(lost) || process == 2 && said.contains("process 1"), "{process}: {said}");
        assert!(said.contains("silent for 4 s"), "{process}: {said}");
    }
    let first = answer(&fs::read(cluster.folder.join("out.0")).expect("a file"));
    assert_eq!((&first["verdict"], &first["reason"]), (&"unknown".into(), &"host".into()));
}

/// Hosts 0 and 2 in this namespace, host 1 in another one, which loses power while they wait for host 2: its network
/// vanishes before its process ends. Another namespace takes its address when host 1 counts as lost. A line for each
/// process: its number and exit code.
const POWER_LOSS: &str = r#"
host() {
    exec $2 "$BIN" --lang en -q helpmate --json --hosts hosts --secret secret --memory 256M --process $1 "$PROBLEM" \
        >out.$1 2>>err.$1
}
plug
host 0 & first=$!
host 1 "nsenter -t $there -n" & lost=$!
sleep 3
ip link del wire0
kill -9 $lost $there
sleep 6
plug
host 1 "nsenter -t $there -n" & second=$!
host 2 & third=$!
wait $first; echo 0 $?
wait $second; echo 1 $?
wait $third; echo 2 $?
kill $there
"#;

/// No end of its connection ever arrives.
#[test]
fn a_host_that_lost_power_while_others_wait_may_be_started_again() {
    let cluster = Cluster::new("power-loss", 3);
    let addresses = ["10.9.1.1:7007", "10.9.1.2:7007", "10.9.1.1:7008"];
    cluster.write("hosts", &addresses.join("\n"));
    let Some(script) = start_in_namespace(&cluster, POWER_LOSS, SMALL) else { return };
    let Some(ended) = ends(script) else { return };
    let said = |process| fs::read_to_string(cluster.folder.join(format!("err.{process}"))).expect("a file");
    for (process, line) in (0..).zip(&ended) {
        assert_eq!(line[..], [process, 0], "{}", said(process));
    }
}
