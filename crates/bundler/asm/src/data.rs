//! Data directives in the fewest characters: neighbouring values share one directive, plain bytes are written as
//! a string or as a list of numbers, whichever is shorter in the C++ source.

use crate::cpp::literal::escaped_len;
use crate::string::quoted;

/// Values waiting to be written.
#[derive(Debug, Default)]
pub struct Data {
    pieces: Vec<Piece>,
}

#[derive(Debug)]
enum Piece {
    Bytes(Vec<u8>),
    Value { width: usize, text: String },
}

/// Equal bytes in a row from which on `.zero` is shorter than anything else.
const RUN: usize = 24;

impl Data {
    /// Adds plain bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        match self.pieces.last_mut() {
            Some(Piece::Bytes(last)) => last.extend_from_slice(bytes),
            _ => self.pieces.push(Piece::Bytes(bytes.to_vec())),
        }
    }

    /// Adds a value with an address in it.
    pub fn value(&mut self, width: usize, text: String) {
        self.pieces.push(Piece::Value { width, text });
    }

    /// Writes what waits.
    pub fn flush(&mut self, out: &mut Vec<String>) {
        let mut list = List::default();
        for piece in std::mem::take(&mut self.pieces) {
            match piece {
                Piece::Value { width, text } => list.push(width, &text, out),
                Piece::Bytes(bytes) => write_bytes(&bytes, &mut list, out),
            }
        }
        list.flush(out);
    }
}

fn write_bytes(bytes: &[u8], list: &mut List, out: &mut Vec<String>) {
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let equal = rest.iter().take_while(|&&byte| byte == first).count();
        if equal >= RUN {
            list.flush(out);
            let fill = if first == 0 {
                String::new()
            } else {
                format!(",{first}")
            };
            out.push(format!(".zero {equal}{fill}"));
            rest = &rest[equal..];
            continue;
        }
        let length = rest
            .windows(RUN)
            .position(|window| window.iter().all(|&byte| byte == window[0]))
            .unwrap_or(rest.len());
        write_run(&rest[..length], list, out);
        rest = &rest[length..];
    }
}

/// Writes bytes without a long run of equal ones in the form that costs least.
fn write_run(bytes: &[u8], list: &mut List, out: &mut Vec<String>) {
    let string = format!(".ascii {}", quoted(bytes));
    let mut best = (escaped_len(&string), None);
    for width in [8, 4, 2, 1] {
        if !bytes.len().is_multiple_of(width) {
            continue;
        }
        let numbers: Vec<String> = bytes.chunks(width).map(number).collect();
        let head = if list.width == width {
            0
        } else {
            name(width).len()
        };
        let cost = head + numbers.iter().map(|number| number.len() + 1).sum::<usize>();
        if cost < best.0 {
            best = (cost, Some((width, numbers)));
        }
    }
    match best.1 {
        Some((width, numbers)) => numbers
            .iter()
            .for_each(|number| list.push(width, number, out)),
        None => {
            list.flush(out);
            out.push(string);
        }
    }
}

/// The shortest spelling of a little-endian number.
fn number(chunk: &[u8]) -> String {
    let mut bytes = [0; 8];
    bytes[..chunk.len()].copy_from_slice(chunk);
    let value = u64::from_le_bytes(bytes);
    let shift = 64 - 8 * chunk.len();
    let negative = ((value << shift) as i64 >> shift).to_string();
    let decimal = value.to_string();
    let hex = format!("0x{value:x}");
    [hex, negative].into_iter().fold(decimal, |best, other| {
        if other.len() < best.len() {
            other
        } else {
            best
        }
    })
}

fn name(width: usize) -> &'static str {
    match width {
        1 => ".byte ",
        2 => ".short ",
        4 => ".int ",
        _ => ".quad ",
    }
}

/// A directive being filled with values of one width.
#[derive(Default)]
struct List {
    width: usize,
    text: String,
}

impl List {
    fn push(&mut self, width: usize, value: &str, out: &mut Vec<String>) {
        if self.width != width {
            self.flush(out);
            self.width = width;
            self.text.push_str(name(width));
        } else {
            self.text.push(',');
        }
        self.text.push_str(value);
    }

    fn flush(&mut self, out: &mut Vec<String>) {
        if self.width != 0 {
            out.push(std::mem::take(&mut self.text));
            self.width = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(fill: impl FnOnce(&mut Data)) -> Vec<String> {
        let mut data = Data::default();
        let mut out = Vec::new();
        fill(&mut data);
        data.flush(&mut out);
        out
    }

    #[test]
    fn neighbours_share_a_directive() {
        let out = written(|data| {
            data.value(8, "a".to_owned());
            data.bytes(&[3, 0, 0, 0, 0, 0, 0, 0]);
            data.bytes(&[17, 0, 0, 0, 0, 0, 0, 0]);
            data.value(8, "b-c".to_owned());
            data.value(4, "d".to_owned());
        });
        assert_eq!(out, [".quad a,3,17,b-c", ".int d"]);
    }

    #[test]
    fn text_stays_text_and_numbers_take_their_shortest_form() {
        assert_eq!(
            written(|data| data.bytes(b"hello ??= # ; ,")),
            [".ascii \"hello ??= # ; ,\""]
        );
        assert_eq!(written(|data| data.bytes(&[255; 8])), [".quad -1"]);
        assert_eq!(
            written(|data| data.bytes(&0x4330_0000_0000_0000_u64.to_le_bytes())),
            [".int 0,1127219200"]
        );
    }

    #[test]
    fn long_runs_are_counted() {
        let mut bytes = vec![0; 100];
        bytes.extend([1, 2]);
        bytes.extend([9; 40]);
        assert_eq!(
            written(|data| data.bytes(&bytes)),
            [".zero 100", ".byte 1,2", ".zero 40,9"]
        );
    }
}
