//! Evidence on standard error of a program that has failed: the cause in a sentence, with its cure.

use arena_common::Message;

use super::traceback::{self, Frame, Traceback};
use super::{python, symptoms};

/// Python's modules whose Debian package has another name than `python3-MODULE`.
const PACKAGES: [(&str, &str); 4] = [
    ("cv2", "python3-opencv"),
    ("PIL", "python3-pil"),
    ("sklearn", "python3-sklearn"),
    ("yaml", "python3-yaml"),
];

/// The known facts about a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The cause with its cure, in one line or several.
    pub text: Message,
    /// True if another protocol would not have helped: something is missing on this machine.
    pub missing: bool,
}

/// Reads the evidence in the last output of a program that has failed.
pub fn read(stderr: &str) -> Option<Evidence> {
    let failure = traceback::read(stderr);
    let known = |text: Message, missing: bool| Some(Evidence { text, missing });
    if let Some(failure) = &failure
        && let Some(text) = python::of_another(&failure.message)
    {
        return known(thrown(failure).above(text), true);
    }
    // A failure that a bot has caught and printed did not end it.
    if let Some(text) = missing(failure.as_ref().map_or(stderr, |failure| &failure.message)) {
        let place = failure.and_then(|failure| failure.frame);
        return known(text.above(place.as_ref().map(at)), true);
    }
    let thrown = failure.as_ref().map(thrown);
    if symptoms::no_memory(stderr) {
        let text = msg!(
            "it asked for more memory than there is: look for a size that is far too large, and for what grows without end"
        );
        return known(text.above(thrown), false);
    }
    known(thrown?, false)
}

/// The failure in a line, its place in another.
pub fn thrown(failure: &Traceback) -> Message {
    Message::from(failure.message.as_str()).above(failure.frame.as_ref().map(at))
}

fn at(frame: &Frame) -> Message {
    let Frame { file, line, code } = frame;
    match code {
        Some(code) => msg!("it failed at {file}:{line}: {code}"),
        None => msg!("it failed at {file}:{line}"),
    }
}

/// Names the missing part: a module, a library, a file.
fn missing(stderr: &str) -> Option<Message> {
    if let Some(module) = symptoms::python_module(stderr) {
        let module = module.split('.').next().unwrap_or_default();
        let other = PACKAGES.iter().find(|(name, _)| *name == module);
        let package = other.map_or_else(
            || format!("python3-{}", module.to_lowercase()),
            |(_, package)| (*package).to_owned(),
        );
        return Some(msg!(
            "python3 has no module `{module}` here; Debian: sudo apt-get install {package}, or elsewhere: python3 -m pip \
             install {module}; a module of your own belongs beside the bot"
        ));
    }
    if let Some(module) = symptoms::node_module(stderr) {
        return Some(if module.starts_with(['.', '/']) {
            msg!(
                "there is no file `{module}`: the site runs one file alone, so put its text into the bot"
            )
        } else {
            msg!(
                "node has no module `{module}` here; install it beside the bot: npm install {module}"
            )
        });
    }
    if let Some(library) = symptoms::library(stderr) {
        return Some(msg!(
            "the shared library `{library}` is missing here; install the package that has it (Debian: apt-file search \
             {library})"
        ));
    }
    let file = symptoms::file(stderr)?;
    let data = file.trim_start_matches("./");
    if data.starts_with("../") {
        return Some(msg!(
            "`{file}` leaves the bot's own folder; on the site its user storage is data/ inside that folder: open {}",
            stored(data)
        ));
    }
    Some(if data.starts_with("data/") || data.contains("/data/") {
        msg!(
            "there is no file `{file}`: name the folder that holds what the site has in the bot's user storage by \
             ,data=DIR behind this player"
        )
    } else {
        msg!(
            "there is no file `{file}`: on the site a bot has its own source, and its user storage below data/ \
             (,data=DIR behind this player)"
        )
    })
}

/// The place in the user storage of a file that was looked for outside of the bot's folder.
fn stored(file: &str) -> String {
    let inside = file.rsplit("../").next().unwrap_or_default();
    let inside = inside.strip_prefix("data/").unwrap_or(inside);
    format!("data/{inside}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_has_its_cure() {
        for (stderr, want) in [
            (
                "ModuleNotFoundError: No module named 'numpy.linalg'\n",
                "python3 has no module `numpy` here; Debian: sudo apt-get install python3-numpy, or",
            ),
            (
                "ModuleNotFoundError: No module named 'PIL'\n",
                "install python3-pil, or elsewhere: python3 -m pip install PIL",
            ),
            (
                "ModuleNotFoundError: No module named 'rules'\n",
                "pip install rules; a module of your own belongs beside the bot",
            ),
            (
                "Error: Cannot find module 'numjs'\nRequire stack:\n",
                "npm install numjs",
            ),
            (
                "Error: Cannot find module './rules'\nRequire stack:\n",
                "there is no file `./rules`: the site runs one file alone",
            ),
            (
                "./bot: error while loading shared libraries: libjsoncpp.so.25: cannot open shared object file",
                "the shared library `libjsoncpp.so.25` is missing",
            ),
            (
                "FileNotFoundError: [Errno 2] No such file or directory: 'data/net.bin'\n",
                "there is no file `data/net.bin`: name the folder",
            ),
            (
                "FileNotFoundError: [Errno 2] No such file or directory: '../data/w.txt'\n",
                "`../data/w.txt` leaves the bot's own folder; on the site its user storage is data/ inside that folder: open data/w.txt",
            ),
            (
                "FileNotFoundError: [Errno 2] No such file or directory: './../w.txt'\n",
                "inside that folder: open data/w.txt",
            ),
            (
                "Error: ENOENT: no such file or directory, open './data/net.bin'\n",
                "user storage by ,data=DIR behind this player",
            ),
            (
                "Exception in thread \"main\" java.io.FileNotFoundException: book.txt (No such file or directory)\n\
                 \tat Main.main(Main.java:7)\n",
                "there is no file `book.txt`: on the site a bot has its own source",
            ),
        ] {
            let evidence = read(stderr).unwrap();
            assert!(
                evidence.missing && evidence.text.english().contains(want),
                "{evidence:?}"
            );
        }
        assert!(
            read("java.io.FileNotFoundException: a (x)\n\tat Main.main(Main.java:7)").is_some()
        );
        assert_eq!(read("a sad message\n"), None);
    }

    #[test]
    fn memory_and_exceptions_are_no_protocol() {
        let evidence = read(
            "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n",
        );
        let text = evidence.unwrap().text.english();
        assert!(
            text.starts_with("it asked for more memory")
                && text.ends_with("\nstd::bad_alloc: std::bad_alloc"),
            "{text}"
        );
        let python = "Traceback (most recent call last):\n  File \"/a/bot.py\", line 17, in f\n    x = a[3]\nIndexError: no\n";
        assert_eq!(
            read(python).unwrap().text.english(),
            "IndexError: no\nit failed at bot.py:17: x = a[3]"
        );
        // A module that the bot does without is not the cause.
        let caught = format!("No module named 'numba'\n{python}");
        assert_eq!(read(&caught), read(python));
    }
}
