//! The string literals of Rust sources.

/// All literals of a source, as they are in the running program, but those in comments, attributes and the module of tests.
pub fn literals(source: &str) -> Vec<String> {
    let code = source.split("mod tests {").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        at += if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("#[") || rest.starts_with("#![") {
            attribute(rest)
        } else if c == '\'' {
            character(rest)
        } else if let Some((text, length)) = raw(rest).or_else(|| quoted(rest)) {
            found.push(text);
            length
        } else {
            c.len_utf8()
        };
    }
    found
}

/// The length of an attribute.
fn attribute(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        if c == '"' {
            at += quoted(&text[at..]).map_or(1, |(_, length)| length);
            continue;
        }
        at += c.len_utf8();
        match c {
            '[' => depth += 1,
            ']' if depth == 1 => return at,
            ']' => depth -= 1,
            _ => {}
        }
    }
    at
}

/// The length of a character's literal, or that of the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            let end = chars.skip(1).find(|(_, c)| *c == '\'');
            end.map_or(1, |(at, _)| at + 1)
        }
        _ => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
    }
}

/// A literal `r"..."` or `r#"..."#` at the start of the text, and its length.
fn raw(text: &str) -> Option<(String, usize)> {
    let behind = text.strip_prefix('r')?;
    let inside = behind.trim_start_matches('#');
    let end = format!("\"{}", &behind[..behind.len() - inside.len()]);
    let inside = inside.strip_prefix('"')?;
    let length = inside.find(&end)?;
    let start = text.len() - inside.len();
    Some((inside[..length].to_owned(), start + length + end.len()))
}

/// A literal `"..."` at the start of the text, and its length.
fn quoted(text: &str) -> Option<(String, usize)> {
    let inside = text.strip_prefix('"')?;
    let mut literal = String::new();
    let mut chars = inside.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((literal, at + 2)),
            '\\' => match chars.next()?.1 {
                'n' => literal.push('\n'),
                't' => literal.push('\t'),
                '\n' => while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                c => literal.push(c),
            },
            c => literal.push(c),
        }
    }
    None
}

/// A format in the form of the table: its values are `{0}`, `{1}` and so on.
pub fn key(format: &str) -> String {
    let (mut key, mut number) = (String::new(), 0);
    let mut rest = format;
    while let Some(at) = rest.find(['{', '}']) {
        key.push_str(&rest[..at]);
        let behind = &rest[at..];
        let inside = behind
            .strip_prefix('{')
            .and_then(|inside| inside.split_once('}'));
        if behind.starts_with("{{") || behind.starts_with("}}") {
            key.push_str(&behind[..1]);
            rest = &behind[2..];
        } else if let Some((inside, after)) = inside
            && is_value(inside)
        {
            key.push_str(&format!("{{{number}}}"));
            number += 1;
            rest = after;
        } else {
            key.push_str(&behind[..1]);
            rest = &behind[1..];
        }
    }
    key + rest
}

/// Whether this stands for a value between braces: a name or nothing, and a form behind a colon.
fn is_value(inside: &str) -> bool {
    let name = inside.split(':').next().unwrap_or_default();
    name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[test]
fn literals_are_found_as_rust_reads_them() {
    let source = r##"
        // "a comment"
        #[doc = "an attribute ]"]
        fn f<'a>(c: char) -> &'a str {
            match c { '"' => "one \"quoted\" {x:>3}", '\'' => r#"a "raw" one"#, _ => "two \
                lines\n{{}} of {}" }
        }
        #[cfg(test)]
mod tests { "in a test" }"##;
    let found: Vec<String> = literals(source).iter().map(|text| key(text)).collect();
    let want = [
        "one \"quoted\" {0}",
        "a \"raw\" one",
        "two lines\n{} of {0}",
    ];
    assert_eq!(found, want);
}
