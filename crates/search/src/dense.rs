//! Weights as dense text: numbers of 16 bits that are small most of the time, so that a net fits into a source file.
//!
//! Digits are the 90 printable ASCII characters from `#` on without the backslash. A number from -30 to 30 is one of the lowest
//! 61 digits; one from -900 to 899 is two digits of which the first is one of the next 20; any other is three digits. A line has
//! at most 120 characters; line breaks mean nothing.

use std::convert::TryFrom;

/// Digits.
const BASE: u32 = 90;
/// Digits that are a number alone.
const ONE: u32 = 61;
/// First digits of a number of two digits.
const TWO: u32 = 20;
/// The least numbers of one, two and three digits.
const LEAST: [i32; 3] = [-(ONE as i32 / 2), -(TWO as i32 * BASE as i32 / 2), -0x8000];

const LINE: usize = 120;

/// The text of these numbers.
pub fn text(numbers: &[i16]) -> String {
    let mut digits = Vec::new();
    for &number in numbers {
        let above = LEAST.map(|least| (i32::from(number) - least) as u32);
        if above[0] < ONE {
            digits.push(above[0]);
        } else if above[1] < TWO * BASE {
            digits.extend([ONE + above[1] / BASE, above[1] % BASE]);
        } else {
            let (high, low) = (above[2] / BASE, above[2] % BASE);
            digits.extend([ONE + TWO + high / BASE, high % BASE, low]);
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
    Numbers(text.as_bytes()).collect()
}

/// The numbers of a text, one after the other.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    #[inline]
    fn digit(&mut self) -> Option<Result<u32, String>> {
        loop {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            let digit = DIGITS[usize::from(byte)];
            match digit {
                SPACE => {}
                _ if u32::from(digit) < BASE => return Some(Ok(digit.into())),
                _ => {
                    let byte = byte.escape_ascii();
                    return Some(Err(format!("weights: `{}` is no digit", byte)));
                }
            }
        }
    }

    /// The number of two digits or three that begins with this one.
    #[inline]
    fn long(&mut self, first: u32) -> Result<i16, String> {
        let cut = || Err("weights: the text was cut".to_owned());
        let low = self.digit().unwrap_or_else(cut)?;
        let (above, least) = if first < ONE + TWO {
            ((first - ONE) * BASE + low, LEAST[1])
        } else {
            let high = (first - ONE - TWO) * BASE + low;
            (high * BASE + self.digit().unwrap_or_else(cut)?, LEAST[2])
        };
        let number = i16::try_from(above as i32 + least);
        number.map_err(|_| "weights: a number of more than 16 bits".to_owned())
    }
}

impl Iterator for Numbers<'_> {
    type Item = Result<i16, String>;

    #[inline]
    fn next(&mut self) -> Option<Result<i16, String>> {
        Some(match self.digit()? {
            Ok(first) if first < ONE => Ok((first as i32 + LEAST[0]) as i16),
            Ok(first) => self.long(first),
            Err(error) => Err(error),
        })
    }
}

/// The text of sets of weights of which many are zero. `shared` tells by place in a set the first place with the same weight, whose
/// weight alone is written; after a zero the number of zeros that follow.
pub fn text_of_sets(weights: &[i16], shared: &[usize]) -> String {
    let mut numbers: Vec<i16> = Vec::new();
    let mut zeros: Option<i16> = None;
    for (at, &weight) in weights.iter().enumerate() {
        let place = at % shared.len();
        if shared[place] != place {
            continue;
        }
        match zeros {
            Some(count) if weight == 0 && count < i16::MAX => zeros = Some(count + 1),
            _ => {
                numbers.extend(zeros.take());
                numbers.push(weight);
                zeros = (weight == 0).then_some(0);
            }
        }
    }
    numbers.extend(zeros);
    text(&numbers)
}

/// The weights of a [text](text_of_sets) of `sets` sets.
///
/// # Errors
/// As [`read`], or if it is the text of more weights or of fewer.
pub fn read_sets(text: &str, shared: &[usize], sets: usize) -> Result<Vec<i16>, String> {
    let wrong = || "weights: not as many as there are: train them anew".to_owned();
    let mut numbers = Numbers(text.as_bytes());
    let mut number = || numbers.next().unwrap_or_else(|| Err(wrong()));
    let (written, copied): (Vec<usize>, Vec<usize>) =
        (0..shared.len()).partition(|&place| shared[place] == place);
    let mut weights = vec![0; sets * shared.len()];
    // The next one of those that are written, in this set or after zeros in one of the next.
    let mut next = 0;
    for set in weights.chunks_exact_mut(shared.len()) {
        while let Some(&place) = written.get(next) {
            next += 1;
            set[place] = number()?;
            if set[place] == 0 {
                next += usize::try_from(number()?).map_err(|_| wrong())?;
            }
        }
        next -= written.len();
        for &place in &copied {
            set[place] = set[shared[place]];
        }
    }
    match numbers.next() {
        None if next == 0 => Ok(weights),
        Some(Err(error)) => Err(error),
        _ => Err(wrong()),
    }
}

fn character(digit: u32) -> char {
    let code = u32::from(b'#') + digit;
    let code = code + u32::from(code >= u32::from(b'\\'));
    char::from(code as u8)
}

/// In [`DIGITS`]: white space.
const SPACE: u8 = u8::MAX;
/// By byte: the digit, [`SPACE`], or another number that is no digit.
static DIGITS: [u8; 256] = digits();

const fn digits() -> [u8; 256] {
    let mut digits = [SPACE - 1; 256];
    let mut byte = 0;
    while byte < digits.len() {
        let digit = (byte as u32).wrapping_sub(b'#' as u32 + (byte > b'\\' as usize) as u32);
        if (byte as u8).is_ascii_whitespace() {
            digits[byte] = SPACE;
        } else if digit < BASE && byte != b'\\' as usize {
            digits[byte] = digit as u8;
        }
        byte += 1;
    }
    digits
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
        assert_eq!(
            text.split_whitespace().map(str::len).sum::<usize>(),
            2 * small.len() - 61
        );
        assert!(
            text.lines()
                .all(|line| line.len() <= LINE && line.is_ascii())
        );
    }

    #[test]
    fn sets_come_back() {
        let shared = [0, 1, 0, 3, 1, 5];
        let mut random = fastrand::Rng::with_seed(1);
        let mut weights = Vec::new();
        for _ in 0..50 {
            let set: Vec<i16> = (0..6)
                .map(|_| random.i16(-300..300) * i16::from(random.bool()))
                .collect();
            weights.extend(shared.iter().map(|&first| set[first]));
        }
        let text = text_of_sets(&weights, &shared);
        assert_eq!(read_sets(&text, &shared, 50), Ok(weights));
        for wrong in [&text[..text.len() - 3], &(text.clone() + "$$"), "B"] {
            let error = read_sets(wrong, &shared, 50).unwrap_err();
            assert!(
                error.contains("anew") || error.contains("cut"),
                "{}: {}",
                wrong,
                error
            );
        }
        let zeros = text_of_sets(&[0; 300], &shared);
        assert_eq!(read_sets(&zeros, &shared, 50), Ok(vec![0; 300]));
    }

    #[test]
    fn what_is_no_text_of_weights_is_refused() {
        for (wrong, why) in [
            ("a", "cut"),
            ("}}}", "16 bits"),
            ("~##", "digit"),
            ("#\\", "digit"),
            ("#\"", "digit"),
            ("é", "digit"),
        ] {
            let error = read(wrong).unwrap_err();
            assert!(error.contains(why), "{}: {}", wrong, error);
        }
        assert_eq!(read(""), Ok(Vec::new()));
        assert_eq!(read("A \t\r\n\x0cA"), Ok(vec![0, 0]));
    }
}
