//! The place in its source where a program failed, from the last output of Python, JavaScript, Java and C++.

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The file's name without its folders.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The code there, if the text has it.
    pub code: Option<String>,
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traceback {
    /// The error, in the language's own words.
    pub message: String,
    /// The innermost place in a file of the program's author; `None` if the text has no such place.
    pub frame: Option<Frame>,
}

/// The failure with which a program ended, if its last words tell.
pub fn read(text: &str) -> Option<Traceback> {
    python(text)
        .or_else(|| java(text))
        .or_else(|| javascript(text))
        .or_else(|| cpp(text))
}

/// The first failure that a sanitizer (or an assertion, or an exception) reports of the program of the source `file`.
pub fn sanitizer(text: &str, file: &str) -> Option<Traceback> {
    let undefined = text.lines().find_map(|line| {
        let (place, message) = line.split_once(": runtime error: ")?;
        Some((place, message.to_owned()))
    });
    let address = || {
        let (_, kind) = text.split_once("ERROR: AddressSanitizer: ")?;
        Some(kind.split([' ', '\n']).next()?.to_owned())
    };
    let assertion = || {
        let (_, rest) = text.split_once(": Assertion ")?;
        Some(format!("Assertion {}", rest.lines().next()?))
    };
    let message = (undefined.as_ref().map(|(_, message)| message.clone()))
        .or_else(assertion)
        .or_else(|| Some(cpp(text)?.message))
        .or_else(address)?;
    let frames = text.lines().filter_map(|line| {
        let words = line.trim_start().strip_prefix('#')?;
        place(words.rsplit(' ').next()?)
    });
    let first = undefined.and_then(|(at, _)| place(at));
    let frame = first
        .into_iter()
        .chain(frames)
        .find(|frame| frame.file == file);
    Some(Traceback { message, frame })
}

/// `File "bot.py", line 17, in f` and below it the line; behind the frames the exception.
fn python(text: &str) -> Option<Traceback> {
    const HEAD: &str = "Traceback (most recent call last):";
    let last = text.rfind(HEAD).map_or(text, |at| &text[at + HEAD.len()..]);
    let mut lines = last.lines().peekable();
    let (mut seen, mut frame) = (false, None);
    while let Some(line) = lines.next() {
        if let Some((path, rest)) = (line.trim_start().strip_prefix("File \""))
            .and_then(|rest| rest.split_once("\", line "))
        {
            let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
            let code = lines.next_if(|line| line.starts_with("    "));
            seen = true;
            let library = ["/lib/python", "-packages/"];
            if !path.starts_with('<') && !library.iter().any(|part| path.contains(part)) {
                frame = Some(Frame {
                    file: name(path),
                    line: digits.parse().ok()?,
                    code: code.map(|line| line.trim().to_owned()),
                });
            }
        } else if seen && !line.is_empty() && !line.starts_with(' ') {
            let message = line.to_owned();
            return Some(Traceback { message, frame });
        }
    }
    None
}

/// Frames `at f (/bot.js:17:19)` below the error; before it, for a file that cannot be read, its place alone.
fn javascript(text: &str) -> Option<Traceback> {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("    at "))?;
    let is_error = |line: &&&str| {
        let word = line.split([':', ' ']).next().unwrap_or_default();
        !line.starts_with(' ') && (word.ends_with("Error") || word == "Uncaught")
    };
    let message = lines[..first].iter().rfind(is_error)?;
    let mut frames = lines[first..].iter().filter_map(|line| {
        let words = line.trim_start().strip_prefix("at ")?;
        let inside = words.rsplit_once('(').map_or(words, |(_, inside)| inside);
        script(inside.trim_end_matches([' ', '{', ')']))
    });
    // The place of what was thrown stands above all, and below it what is there.
    let head = (0..first).rev().find_map(|at| {
        let code = lines.get(at + 1).map(|code| code.trim().to_owned());
        Some(Frame {
            code: code.filter(|code| !code.is_empty()),
            ..script(lines[at])?
        })
    });
    let same = |frame: &Frame, head: &Frame| frame.file == head.file && frame.line == head.line;
    let frame = match (frames.next(), head) {
        (Some(frame), Some(head)) if same(&frame, &head) => Some(head),
        (frame, head) => frame.or(head),
    };
    Some(Traceback {
        message: (*message).to_owned(),
        frame,
    })
}

/// A place in a script of the author, not of node or a package.
fn script(text: &str) -> Option<Frame> {
    let own = !text.starts_with("node:") && !text.contains("/node_modules/");
    place(text).filter(|_| own)
}

/// `at Main.solve(Main.java:17)` below the exception; the last `Caused by:` is the first that was thrown.
fn java(text: &str) -> Option<Traceback> {
    const HEADS: [&str; 2] = ["Caused by: ", "Exception in thread "];
    let at = HEADS.iter().find_map(|head| text.rfind(head))?;
    let mut lines = text[at..].lines();
    let head = lines.next()?;
    let message = match head.strip_prefix(HEADS[0]) {
        Some(message) => message,
        None => head.rsplit_once("\" ").map(|(_, message)| message)?,
    };
    let libraries = ["java.", "javax.", "jdk.", "sun.", "com.", "org."];
    let frame = lines.find_map(|line| {
        let words = line.strip_prefix("\tat ")?;
        let (method, place_of) = words.split_once('(')?;
        let library = method.contains('/') || libraries.iter().any(|name| method.starts_with(name));
        place(place_of.trim_end_matches(')')).filter(|_| !library)
    });
    Some(Traceback {
        message: message.to_owned(),
        frame,
    })
}

/// The C++ library's message about an uncaught exception.
fn cpp(text: &str) -> Option<Traceback> {
    let (_, rest) = text.rsplit_once("terminate called after throwing an instance of '")?;
    let (kind, rest) = rest.split_once('\'')?;
    let what = rest
        .lines()
        .nth(1)
        .and_then(|line| line.trim().strip_prefix("what():"));
    let what = what.map_or_else(String::new, |what| format!(": {}", what.trim()));
    Some(Traceback {
        message: format!("{kind}{what}"),
        frame: None,
    })
}

/// `FILE:LINE` or `FILE:LINE:COLUMN`.
fn place(text: &str) -> Option<Frame> {
    let (mut file, mut line) = text.rsplit_once(':')?;
    if let Some((before, number)) = file.rsplit_once(':')
        && number.parse::<u32>().is_ok()
    {
        (file, line) = (before, number);
    }
    let line = line.parse().ok()?;
    (!file.is_empty()).then(|| Frame {
        file: name(file),
        line,
        code: None,
    })
}

fn name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests;
