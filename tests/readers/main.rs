//! What the readers cost on hostile texts: time and memory grow with the text and no faster, whatever its shape.
//!
//! `TSUMUGI_READER_MIB=16 cargo test --release --test readers -- --nocapture` prints the table for texts of 16 MiB.

mod meter;
mod shapes;

use meter::{Meter, Spent};
use shapes::{SHAPES, Shape};
use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, write_checked};

/// The most memory that reading takes, in bytes for each byte of the text.
const MOST_MEMORY: usize = 10;
/// The same for writing a problem and reading the text back: two problems, the text, and what is on the way to it.
const MOST_TO_CONVERT: usize = 16;
/// What every reader may take besides: buffers, a position, a table of moves.
const ASIDE: usize = 1 << 20;
/// Texts of the quick run, in bytes; the second is 32 times the first.
const SIZES: [usize; 2] = [16 << 10, 512 << 10];
/// So many times the work is allowed for it, far from the 1,024 times of quadratic work: the machine may be busy.
const GROWTH: u64 = 96;
/// What is less than this is not measured well: bytes asked for, and nanoseconds, of which the system counts ticks.
const FLOORS: [u64; 2] = [64 << 10, 4_000_000];

/// Reads a text to its end, one problem at a time; what that took, and how many problems and errors came out.
fn read(text: &str) -> (Spent, usize, usize) {
    let meter = Meter::start();
    let (mut good, mut bad) = (0, 0);
    for item in Reader::new(text.as_bytes(), Encoding::Auto, "text") {
        *(if item.is_ok() { &mut good } else { &mut bad }) += 1;
    }
    (meter.stop(), good, bad)
}

/// The least of several runs: others may be using the machine.
fn least(text: &str) -> (Spent, usize, usize) {
    let runs = [read(text), read(text), read(text)];
    let nanoseconds = runs.iter().map(|(spent, ..)| spent.nanoseconds).min().unwrap_or_default();
    let (spent, good, bad) = &runs[0];
    (Spent { nanoseconds, ..*spent }, *good, *bad)
}

fn megabytes() -> Option<usize> {
    std::env::var("TSUMUGI_READER_MIB").ok()?.parse().ok()
}

fn assert_bounded(Shape { name, text: make }: &Shape) {
    let texts = SIZES.map(make);
    let [(small, ..), (large, good, bad)] = [least(&texts[0]), least(&texts[1])];
    assert!(good + bad > 0, "{name}: nothing was read");
    let bytes = texts[1].len();
    assert!(large.peak <= MOST_MEMORY * bytes + ASIDE, "{name}: {} bytes for a text of {bytes}", large.peak);
    let growth =
        [("bytes", small.allocated, large.allocated), ("nanoseconds", small.nanoseconds, large.nanoseconds)];
    for ((what, small, large), floor) in growth.into_iter().zip(FLOORS) {
        assert!(large <= GROWTH * small.max(floor), "{name}: {small} {what}, then {large}");
    }
}

#[test]
fn work_and_memory_grow_with_the_text() {
    match megabytes() {
        None => SHAPES.iter().for_each(assert_bounded),
        Some(size) => {
            println!(
                "{:28} {:>7} {:>9} {:>9} {:>8} {:>8}",
                "shape", "MiB", "problems", "errors", "s", "peak"
            );
            for Shape { name, text: make } in SHAPES {
                let text = make(size << 20);
                let (spent, good, bad) = read(&text);
                let (mib, seconds) = (text.len() as f64 / 1048576.0, spent.nanoseconds as f64 / 1e9);
                let peak = spent.peak as f64 / text.len() as f64;
                println!("{name:28} {mib:7.1} {good:9} {bad:9} {seconds:8.3} {peak:7.1}×");
            }
        }
    }
}

/// Lines that may belong to the next record are held back, but not many bytes of them.
#[test]
fn memory_for_lines_held_back_is_bounded() {
    let line = format!("*{}\n", "x".repeat(64 << 10));
    let text = format!("手合割：平手\n1 76歩\n詰\n{}", line.repeat(128));
    let (spent, good, bad) = read(&text);
    assert_eq!((good, bad), (0, 1));
    assert!(spent.peak < 2 * ASIDE, "{} bytes for a text of {}", spent.peak, text.len());
}

/// A record that is nearly all headers is not copied more often than it has to be.
#[test]
fn memory_to_convert_grows_with_the_text() {
    let shape = SHAPES.iter().find(|shape| shape.name == "kif, headers").expect("a shape");
    let text = (shape.text)(SIZES[1]);
    let problem =
        Reader::new(text.as_bytes(), Encoding::Auto, "text").next().expect("a problem").expect("a record");
    for format in RecordFormat::ALL {
        let meter = Meter::start();
        write_checked(&problem, format).expect("a text");
        let peak = meter.stop().peak;
        assert!(peak <= MOST_TO_CONVERT * text.len() + ASIDE, "{format}: {peak} bytes for {}", text.len());
    }
}

#[test]
fn a_reader_needs_little_stack() {
    // A small stack: what is deep in the text is not deep in calls.
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(|| {
        for Shape { text: make, .. } in SHAPES.iter().filter(|shape| shape.name.contains("deep")) {
            read(&make(1 << 20));
        }
    });
    thread.expect("a thread").join().expect("no overflow");
}
