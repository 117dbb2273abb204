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
    let bytes = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let mut digits = bytes.map(digit);
    let mut numbers = Vec::with_capacity(text.len());
    while let Some(first) = digits.next() {
        let first = first?;
        let mut low = || {
            digits
                .next()
                .unwrap_or_else(|| Err("weights: the text was cut".to_owned()))
        };
        let (above, least) = if first < ONE {
            (first, LEAST[0])
        } else if first < ONE + TWO {
            ((first - ONE) * BASE + low()?, LEAST[1])
        } else {
            (
                ((first - ONE - TWO) * BASE + low()?) * BASE + low()?,
                LEAST[2],
            )
        };
        let number = i16::try_from(above as i32 + least);
        numbers.push(number.map_err(|_| "weights: a number of more than 16 bits".to_owned())?);
    }
    Ok(numbers)
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
    let mut weights = vec![0; sets * shared.len()];
    let mut numbers = read(text)?.into_iter();
    let mut zeros = 0;
    for set in weights.chunks_exact_mut(shared.len()) {
        for (place, &first) in shared.iter().enumerate() {
            if first < place {
                set[place] = set[first];
            } else if zeros > 0 {
                zeros -= 1;
            } else {
                set[place] = numbers.next().ok_or_else(wrong)?;
                if set[place] == 0 {
                    zeros = numbers.next().ok_or_else(wrong)?;
                }
            }
        }
    }
    match numbers.next() {
        None if zeros == 0 => Ok(weights),
        _ => Err(wrong()),
    }
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
    }
}
