//! What is particular to Botzone: its compilers and its upload page.

pub use manifest::compilers::{BOTZONE as COMMAND_LINES, CommandLine};

/// What the processor is known to have, as the lists of `data/instructions.txt` are called: AVX, which every compile
/// line has, and what came before it.
pub const PROCESSOR: &[&str] = &[
    "general", "sse", "sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "avx",
];

/// Stack and address space that a bot must do with, in KB: `ulimit -s` and `ulimit -v`. Botzone allows 256 MB.
pub const LIMITS: (u32, u32) = (1024, 262_144);

/// The line that asks Botzone to keep a bot running.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// How to upload a bundle.
pub fn upload_text(keep_running: bool) -> String {
    let tick = if keep_running {
        "tick \"allow keep-running\" (this build asks for it after every answer)"
    } else {
        "leave \"allow keep-running\" unticked (this build starts afresh every turn)"
    };
    format!(
        "Upload: on botzone.org.cn, My Bots, add a bot for this game: any C++ language, this file as source;\n\
         leave \"simplified interaction\" unticked;\n\
         {tick}."
    )
}
