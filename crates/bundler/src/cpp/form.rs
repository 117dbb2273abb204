//! The forms of a statement: its text with some of the operands left open.

/// Stands for the first open operand; the next characters stand for the next ones.
pub const HOLE: u8 = 1;

/// Operands that may be left open in one statement.
const OPEN: usize = 5;

/// Statements longer than this repeat too rarely to look at.
const LONGEST: usize = 64;

/// All forms of a statement, each with the operands that fill its holes: the plain text first.
pub fn forms(statement: &str) -> Vec<(String, Vec<&str>)> {
    if super::is_label(statement)
        || statement.len() > LONGEST
        || statement.contains(['"', '\\', '?'])
    {
        return Vec::new();
    }
    let mut operands = operands(statement);
    operands.truncate(OPEN);
    let mut found = Vec::with_capacity(1 << operands.len());
    for chosen in 0..1_usize << operands.len() {
        let mut form = String::with_capacity(statement.len());
        let mut filling = Vec::new();
        let mut copied = 0;
        for (index, &(start, end)) in operands.iter().enumerate() {
            if chosen >> index & 1 == 1 {
                form.push_str(&statement[copied..start]);
                form.push(char::from(HOLE + filling.len() as u8));
                filling.push(&statement[start..end]);
                copied = end;
            }
        }
        form.push_str(&statement[copied..]);
        found.push((form, filling));
    }
    found
}

/// Where registers (without `%`), numbers and local names are.
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

    fn cut(statement: &str) -> Vec<&str> {
        operands(statement)
            .into_iter()
            .map(|(start, end)| &statement[start..end])
            .collect()
    }

    #[test]
    fn registers_numbers_and_local_names_can_be_left_open() {
        assert_eq!(
            cut("mov -8(%rsp,%rax,4),%r13"),
            ["-8", "rsp", "rax", "4", "r13"]
        );
        assert_eq!(cut("cmp $0x7f,a+32(%rip)"), ["0x7f", "a", "32", "rip"]);
        assert_eq!(cut(".int b-c,-1"), ["b", "c", "-1"]);
        assert_eq!(cut("call *free@GOTPCREL(%rip)"), ["rip"]);
        assert_eq!(cut("ret"), [""; 0]);
    }

    #[test]
    fn forms_leave_every_choice_of_operands_open() {
        let forms = forms("mov $1,%eax");
        assert_eq!(forms.len(), 4);
        assert_eq!(forms[0], ("mov $1,%eax".to_owned(), vec![]));
        assert!(forms.contains(&("mov $\u{1},%\u{2}".to_owned(), vec!["1", "eax"])));
        assert!(super::forms("a:").is_empty());
        assert!(super::forms(".ascii \"abc\"").is_empty());
    }
}
