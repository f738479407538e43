//! `--graph`: the graph of all solutions as JSON and for Graphviz.

use crate::run::{Folder, NONE, TWO, run};
use serde_json::Value;
use std::collections::HashMap;
use tsumugi::movegen::{is_mate, play_line};
use tsumugi::position::Position;

/// Gold and silver against the king alone: 6,043 mates in 9.
const MANY: &str = "9/9/9/9/4k4/9/9/9/9 b GS 1";

fn graph_of(subcommand: &str, name: &str, sfen: &str) -> Value {
    let file = Folder::new(&format!("graph-{name}")).path("graph.json");
    let run = run(&[subcommand, "--graph", &file, sfen]);
    assert_eq!(run.stderr, "");
    serde_json::from_str(&std::fs::read_to_string(file).expect("a file")).expect("JSON")
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn count(value: &Value) -> u128 {
    value.as_str().expect("a string").parse().expect("a number")
}

#[test]
fn json_holds_every_solution() {
    let graph = graph_of("solve", "json", MANY);
    assert_eq!(
        (&graph["schema"], &graph["plies"], &graph["attacker"]),
        (&1.into(), &9.into(), &"black".into())
    );
    assert_eq!(
        (&graph["sfen"], &graph["exact"], &graph["cut_at"]),
        (&MANY.into(), &true.into(), &Value::Null)
    );
    assert_eq!(graph["count"], "6043");
    let nodes = graph["nodes"].as_array().expect("nodes");
    let edges = graph["edges"].as_array().expect("edges");
    let mut ways = vec![0u128; nodes.len()];
    let mut ends = HashMap::new();
    for (id, node) in nodes.iter().enumerate().rev() {
        assert_eq!(number(&node["id"]), id);
        if node["ply"] == 9 {
            let position = Position::from_sfen(node["sfen"].as_str().expect("text")).expect("an SFEN");
            assert!(is_mate(&position), "{position}");
            ways[id] = 1;
            ends.insert(position.sfen(), id);
        }
    }
    for edge in edges.iter().rev() {
        let (from, to) = (number(&edge["from"]), number(&edge["to"]));
        assert_eq!(number(&nodes[from]["ply"]) + 1, number(&nodes[to]["ply"]));
        let mv = edge["move"].as_str().expect("text").parse().expect("a move");
        let mut position = Position::from_sfen(nodes[from]["sfen"].as_str().expect("text")).expect("an SFEN");
        play_line(&mut position, &[mv]).expect("a legal move");
        let after = Position::from_sfen(nodes[to]["sfen"].as_str().expect("text")).expect("an SFEN");
        assert_eq!(position.key(), after.key(), "{edge}");
        // Edges stand in the order of their origins, so that those of later plies are known.
        ways[from] += ways[to];
    }
    assert_eq!(ways[0], 6043);
    // The solutions through a position: those to it times those from it.
    let mut to = vec![0u128; nodes.len()];
    to[0] = 1;
    for edge in edges {
        to[number(&edge["to"])] += to[number(&edge["from"])];
    }
    for (id, node) in nodes.iter().enumerate() {
        assert_eq!(count(&node["solutions"]), to[id] * ways[id], "{node}");
    }
    assert_eq!(graph_of("check", "check", MANY), graph);
}

#[test]
fn dot_has_a_line_for_each_position_and_move() {
    let file = Folder::new("graph-dot").path("graph.dot");
    assert_eq!(run(&["solve", "--graph", &file, TWO]).code, Some(0));
    let text = std::fs::read_to_string(file).expect("a file");
    let expected = [
        "digraph solutions {",
        "  rankdir=LR;",
        "  node [fontname=\"sans-serif\"];",
        "  label=\"argument 1:1: 1 ply, 2 solutions\";",
        "  0 [label=\"0: 2\", tooltip=\"8k/9/8G/9/9/9/9/9/9 b G 1\", shape=box, peripheries=1];",
        "  1 [label=\"1\", tooltip=\"8k/8G/8G/9/9/9/9/9/9 w - 2\", shape=ellipse, peripheries=2];",
        "  2 [label=\"1\", tooltip=\"8k/7G1/8G/9/9/9/9/9/9 w - 2\", shape=ellipse, peripheries=2];",
        "  0 -> 1 [label=\"G*1b\"];",
        "  0 -> 2 [label=\"G*2b\"];",
        "}",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_graph_that_is_too_large_is_cut_and_says_so() {
    let folder = Folder::new("graph-large");
    let text = include_str!("../../problems/helpmate/long.sfen");
    let jugemu = text.lines().find(|line| line.contains("id=jugemu ")).expect("jugemu");
    let problem = folder.file("jugemu.sfen", jugemu);
    let [dot, json] = ["graph.dot", "graph.json"].map(|name| folder.path(name));
    let run_dot = run(&["solve", "--graph", &dot, &problem]);
    assert_eq!(run_dot.code, Some(0));
    assert!(
        run_dot.stderr.contains("positions, ") && run_dot.stderr.contains("(at most 20000 are written)"),
        "{}",
        run_dot.stderr
    );
    let text = std::fs::read_to_string(dot).expect("a file");
    assert!(text.contains("  // Cut after ply ") && text.ends_with("}\n"));
    assert!(text.matches("shape=").count() <= 20_000);
    // JSON has room for all of it.
    assert_eq!(run(&["solve", "--graph", &json, &problem]).stderr, "");
    let graph: Value = serde_json::from_str(&std::fs::read_to_string(json).expect("a file")).expect("JSON");
    assert_eq!(
        (&graph["plies"], count(&graph["count"]), &graph["cut_at"]),
        (&19447.into(), 1 << 82, &Value::Null)
    );
    let middles = graph["nodes"].as_array().expect("nodes").iter();
    let through = middles.filter(|node| node["ply"] == 10_000).map(|node| count(&node["solutions"]));
    assert_eq!(through.sum::<u128>(), 1 << 82);
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = Folder::new("graph-errors");
    let bad = run(&["solve", "--graph", &folder.path("graph.svg"), TWO]);
    assert_eq!((bad.code, bad.stdout.as_str()), (Some(2), ""));
    assert!(bad.stderr.contains("ends in .json or .dot"), "{}", bad.stderr);
    let path = folder.path("graph.json");
    let none = run(&["solve", "--graph", &path, NONE]);
    assert_eq!((none.code, none.stdout.starts_with("no mate\n")), (Some(0), true));
    assert!(none.stderr.contains("no graph: no mate was found"), "{}", none.stderr);
    assert!(!std::path::Path::new(&path).exists());
    let two = run(&["solve", "--graph", &path, TWO, MANY]);
    assert_eq!(two.code, Some(2));
    assert!(two.stderr.contains("already holds the graph of argument 1:1"), "{}", two.stderr);
    assert!(two.stdout.contains("helpmate in 9, 6043 solutions"), "{}", two.stdout);
    let tsume = run(&["tsume", "--graph", &folder.path("tsume.json"), TWO]);
    assert_eq!((tsume.code, tsume.stdout.starts_with("tsume in 1")), (Some(2), true));
    assert!(tsume.stderr.contains("no graph: graphs are for helpmates"), "{}", tsume.stderr);
    assert!(!std::path::Path::new(&folder.path("tsume.json")).exists());
    let nowhere = run(&["check", "--graph", &folder.path("no/such/graph.dot"), TWO]);
    assert_eq!(nowhere.code, Some(2));
    assert_eq!(nowhere.stdout, "", "it is refused before the search");
    assert!(nowhere.stderr.contains("cannot be written"), "{}", nowhere.stderr);
}
