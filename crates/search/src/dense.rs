//! Weights as dense text: numbers of 16 bits that are small most of the time, so that a net fits into a source file.
//!
//! Digits are the 90 printable ASCII characters from `#` on without the backslash. A number from -675 to 674 is two
//! digits of which the first is one of the lowest 15; any other is three digits. A line has at most 120 characters; line
//! breaks mean nothing.

use std::convert::TryFrom;

/// Digits.
const BASE: u32 = 90;
/// First digits of a number of two digits.
const SHORT: u32 = 15;
/// Numbers of two digits.
const SHORT_NUMBERS: i32 = (SHORT * BASE) as i32;

const LINE: usize = 120;

/// The text of these numbers.
pub fn text(numbers: &[i16]) -> String {
    let mut digits = Vec::new();
    for &number in numbers {
        let short = i32::from(number) + SHORT_NUMBERS / 2;
        if (0..SHORT_NUMBERS).contains(&short) {
            digits.extend([short as u32 / BASE, short as u32 % BASE]);
        } else {
            let long = (i32::from(number) + 0x8000) as u32;
            let high = long / (BASE * BASE);
            digits.extend([SHORT + high, long / BASE % BASE, long % BASE]);
        }
    }
    let lines = digits.chunks(LINE).map(|line| {
        let line: String = line.iter().map(|&digit| character(digit)).collect();
        line + "\n"
    });
    lines.collect()
}

/// The numbers of a text.
///
/// # Errors
/// If it has a character that is no digit, ends in a number, or has a number of more than 16 bits.
pub fn read(text: &str) -> Result<Vec<i16>, String> {
    let bytes = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let mut digits = bytes.map(digit);
    let mut numbers = Vec::with_capacity(text.len() / 2);
    while let Some(high) = digits.next() {
        let high = high?;
        let mut low = || {
            digits
                .next()
                .unwrap_or_else(|| Err("weights: the text was cut".to_owned()))
        };
        let number = match high.checked_sub(SHORT) {
            None => (high * BASE + low()?) as i32 - SHORT_NUMBERS / 2,
            Some(high) => ((high * BASE + low()?) * BASE + low()?) as i32 - 0x8000,
        };
        let number = i16::try_from(number);
        numbers.push(number.map_err(|_| "weights: a number of more than 16 bits".to_owned())?);
    }
    Ok(numbers)
}

fn character(digit: u32) -> char {
    let code = u32::from(b'#') + digit;
    let code = code + u32::from(code >= u32::from(b'\\'));
    char::from(code as u8)
}

#[inline]
fn digit(byte: u8) -> Result<u32, String> {
    let digit = u32::from(byte).wrapping_sub(u32::from(b'#') + u32::from(byte > b'\\'));
    if digit < BASE && byte != b'\\' {
        Ok(digit)
    } else {
        Err(format!("weights: `{}` is no digit", byte.escape_ascii()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        let all: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        assert_eq!(read(&text(&all)), Ok(all));
        let small: Vec<i16> = (-300..300).collect();
        let text = text(&small);
        assert!(text.len() < 2 * small.len() + small.len() / 50);
        assert!(
            text.lines()
                .all(|line| line.len() <= LINE && line.is_ascii())
        );
    }

    #[test]
    fn what_is_no_text_of_weights_is_refused() {
        for (wrong, why) in [
            ("#", "cut"),
            ("}##", "16 bits"),
            ("~##", "digit"),
            ("#\\", "digit"),
            ("#\"", "digit"),
            ("é", "digit"),
        ] {
            let error = read(wrong).unwrap_err();
            assert!(error.contains(why), "{}: {}", wrong, error);
        }
        assert_eq!(read(""), Ok(Vec::new()));
    }
}
