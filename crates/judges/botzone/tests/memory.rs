//! Memory for the worst lines that are read: a judge that allows 256 MB must never end the program for it.
//!
//! One test alone in its program, because everything that is allocated meanwhile is counted.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::BufReader;
use std::sync::atomic::{AtomicUsize, Ordering};

use botzone::{Answer, Bot, Options, Turn, Wire, session};
use common::{KEPT, RESTART, Watched, wire};
use nogo::{Board, Point};

/// Plays the first legal move of NoGo.
struct First;

impl Bot for First {
    type State = Board;
    type Move = Point;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "";

    fn new() -> Self {
        First
    }

    fn choose(&mut self, board: &Board, _: &Turn) -> Answer<Point> {
        Answer {
            mv: nogo::botzone::fallback(board).unwrap(),
            value: 0,
            nodes: 1,
            debug: String::new(),
        }
    }
}

/// The most memory that a session may take for one line, in bytes: the bound in `read.rs`.
const BOUND: usize = 80 << 20;

/// Bytes of a line, its line break included.
const LONGEST: usize = 4 << 20;

/// Counts what is allocated now, and the most that ever was.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// The memory that the C library takes for a piece of this size: a header, and room for the next multiple of 16.
fn taken(layout: Layout) -> usize {
    layout.size().next_multiple_of(16) + 16
}

// SAFETY: the system's allocator does all the work. `realloc` is the trait's own: it allocates, copies and frees, which
// is the most that growing can take.
#[allow(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(taken(layout), Ordering::Relaxed) + taken(layout);
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(taken(layout), Ordering::Relaxed);
        // SAFETY: as above, and every piece comes from `System`.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most values of a line, except for a few around the pieces.
const VALUES: usize = 100_000 - 10;

/// `piece` as often as the line has room for it and its values are not too many, commas between.
fn line(before: &str, piece: &str, after: &str) -> String {
    let room = LONGEST - 1 - before.len() - after.len();
    let values = 1 + piece.matches([',', '[', '{']).count();
    let count = ((room + 1) / (piece.len() + 1)).min(VALUES / values);
    let mut line = String::with_capacity(LONGEST);
    line.push_str(before);
    for i in 0..count {
        line.push_str(if i == 0 { "" } else { "," });
        line.push_str(piece);
    }
    line.push_str(after);
    line.push('\n');
    line
}

/// The bytes that a session takes for `input`, and what it answered.
fn taken_for<B: Bot>(
    wire: &Wire<B::State, B::Move>,
    options: &Options,
    input: &str,
) -> (usize, String) {
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let (mut out, mut log) = (Vec::new(), Vec::new());
    // In pieces, as a pipe gives it: so the line grows in the buffer.
    let mut reader = BufReader::new(input.as_bytes());
    // Most of these lines are answered with an error.
    let _ = session::<B>(wire, options, &mut reader, &mut out, &mut log);
    let taken = MOST.load(Ordering::Relaxed) - before;
    (taken, String::from_utf8(out).unwrap())
}

/// The worst line so far.
#[derive(Default)]
struct Worst {
    taken: usize,
    start: String,
}

impl Worst {
    /// Looks at one more line and returns the answer to it.
    fn look<B: Bot>(
        &mut self,
        wire: &Wire<B::State, B::Move>,
        options: &Options,
        input: &str,
    ) -> String {
        let (taken, out) = taken_for::<B>(wire, options, input);
        if taken > self.taken {
            self.taken = taken;
            self.start = input.chars().take(60).collect();
        }
        out
    }
}

#[test]
fn no_line_takes_more_memory_than_the_bound() {
    let objects = "{\"\":".repeat(120) + "0" + &"}".repeat(120);
    let keyed = "{\"a\":".repeat(120) + "0" + &"}".repeat(120);
    let arrays = "[".repeat(120) + &"]".repeat(120);
    let pieces = [
        &objects, &keyed, &arrays, "0", "[]", "[0]", "{}", "\"\"", "\"a\"", "{\"\":0}",
    ];
    let mut worst = Worst::default();
    let sum = wire();
    let nogo = botzone::wire!(nogo::botzone);
    for piece in pieces {
        let requests = line("{\"requests\":[", piece, "]}");
        worst.look::<Watched>(&sum, &RESTART, &requests);
        let responses = line("{\"requests\":[0],\"responses\":[", piece, "]}");
        worst.look::<Watched>(&sum, &RESTART, &responses);
        let request = "{\"requests\":[0]}\n".to_owned() + &line("[", piece, "]");
        worst.look::<Watched>(&sum, &KEPT, &request);
        // The bound holds for unused fields too.
        for ignored in ["data", "globaldata"] {
            let before = format!("{{\"requests\":[0],\"{ignored}\":[");
            let out = worst.look::<Watched>(&sum, &RESTART, &line(&before, piece, "]}"));
            assert!(out.starts_with("{\"response\":3"), "{:.60}", piece);
        }
        // NoGo's moves may be texts that hold JSON.
        let text = piece.replace('"', "\\\"");
        let texts = [
            line("{\"requests\":[\"[", &text, "]\"]}"),
            line("{\"requests\":[\"{\\\"z\\\":[", &text, "]}\"]}"),
        ];
        for text in texts {
            let out = worst.look::<First>(&nogo, &RESTART, &text);
            assert!(out.starts_with("{\"response\":"));
        }
    }
    for text in [
        line("{\"requests\":[\"", &"\\u0001".repeat(100), "\"]}"),
        line("{\"requests\":[0],\"", &"\\u0001".repeat(100), "\":0}"),
        line("", &"a".repeat(100), ""),
        "10000\n-1 -1\n".to_owned() + &"0 0\n".repeat(19_998),
        format!("1\n{}", line("", &"0 0 0 ".repeat(100), "")),
    ] {
        worst.look::<Watched>(&sum, &RESTART, &text);
        worst.look::<First>(&nogo, &RESTART, &text);
    }
    // Many values and a long text in one line.
    let before = format!(
        "{{\"requests\":[0],\"data\":[{}],\"globaldata\":\"",
        vec![objects; 780].join(",")
    );
    let text = line(&before, &"a".repeat(1000), "\"}");
    assert!(text.len() > LONGEST - 1200);
    let out = worst.look::<Watched>(&sum, &RESTART, &text);
    assert!(out.starts_with("{\"response\":3"), "{}", out);

    let Worst { taken, start } = worst;
    assert!(taken <= BOUND, "{} MiB for {start}...", taken >> 20);
    assert!(taken >= BOUND / 2, "the bound could be {} MiB", taken >> 20);
}
