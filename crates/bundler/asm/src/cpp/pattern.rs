//! The patterns of a statement: its text with placeholders for some of its operands.

/// The placeholder of the first operand that is left out; the next characters are those of the next ones.
pub const PLACEHOLDER: u8 = 1;

/// Placeholders that a pattern has at most.
const MOST: usize = 5;

/// Statements longer than this repeat too rarely to look at.
const LONGEST: usize = 64;

/// All patterns of a statement, each with the operands that its placeholders stand for: the plain text first.
pub fn patterns(statement: &str) -> Vec<(String, Vec<&str>)> {
    if is_label(statement) || statement.len() > LONGEST || statement.contains(['"', '\\', '?']) {
        return Vec::new();
    }
    let mut operands = operands(statement);
    operands.truncate(MOST);
    let mut found = Vec::with_capacity(1 << operands.len());
    for chosen in 0..1_usize << operands.len() {
        let mut pattern = String::with_capacity(statement.len());
        let mut left_out = Vec::new();
        let mut copied = 0;
        for (index, &(start, end)) in operands.iter().enumerate() {
            if chosen >> index & 1 == 1 {
                pattern.push_str(&statement[copied..start]);
                pattern.push(char::from(PLACEHOLDER + left_out.len() as u8));
                left_out.push(&statement[start..end]);
                copied = end;
            }
        }
        pattern.push_str(&statement[copied..]);
        found.push((pattern, left_out));
    }
    found
}

/// Returns true if a statement is a label, which needs no separator behind it.
pub fn is_label(statement: &str) -> bool {
    statement.ends_with(':') && !statement.starts_with('.')
}

/// The positions of registers (without `%`), numbers and local names.
fn operands(statement: &str) -> Vec<(usize, usize)> {
    let bytes = statement.as_bytes();
    let mut found = Vec::new();
    let mut at = statement.find(' ').map_or(bytes.len(), |blank| blank + 1);
    while at < bytes.len() {
        let sign = bytes[at] == b'-'
            && !ends_value(bytes[at - 1])
            && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let start = at;
        at += 1;
        if !(sign || is_word(bytes[start])) {
            continue;
        }
        while at < bytes.len() && is_word(bytes[at]) {
            at += 1;
        }
        let plain = bytes[start + usize::from(sign)..at]
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        let outside = bytes.get(at) == Some(&b'@') || bytes[start - 1] == b'@';
        if plain && !outside {
            found.push((start, at));
        }
    }
    found
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

/// True if a `-` behind this byte is a minus between two values and no sign.
fn ends_value(byte: u8) -> bool {
    is_word(byte) || byte == b')'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(statement: &str) -> Vec<&str> {
        operands(statement)
            .into_iter()
            .map(|(start, end)| &statement[start..end])
            .collect()
    }

    #[test]
    fn registers_numbers_and_local_names_can_be_left_out() {
        assert_eq!(
            split("mov -8(%rsp,%rax,4),%r13"),
            ["-8", "rsp", "rax", "4", "r13"]
        );
        assert_eq!(split("cmp $0x7f,a+32(%rip)"), ["0x7f", "a", "32", "rip"]);
        assert_eq!(split(".int b-c,-1"), ["b", "c", "-1"]);
        assert_eq!(split("call *free@GOTPCREL(%rip)"), ["rip"]);
        assert_eq!(split("ret"), [""; 0]);
    }

    #[test]
    fn patterns_leave_out_every_choice_of_operands() {
        let patterns = patterns("mov $1,%eax");
        assert_eq!(patterns.len(), 4);
        assert_eq!(patterns[0], ("mov $1,%eax".to_owned(), vec![]));
        assert!(patterns.contains(&("mov $\u{1},%\u{2}".to_owned(), vec!["1", "eax"])));
        assert!(super::patterns("a:").is_empty());
        assert!(super::patterns(".ascii \"abc\"").is_empty());
    }
}
