//! Values read from files, or the reasons why they cannot be read.

use std::fs::File;
use std::io::Read;

/// The first `limit` bytes of a file.
///
/// # Errors
/// `unreadable: ERROR`.
pub fn bytes(path: &str, limit: usize) -> Result<Vec<u8>, String> {
    let unreadable = |error| format!("unreadable: {error}");
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = vec![0; limit];
    let mut length = 0;
    while length < limit {
        match file.read(&mut bytes[length..]).map_err(unreadable)? {
            0 => break,
            more => length += more,
        }
    }
    bytes.truncate(length);
    Ok(bytes)
}

/// The first 4 KB of a file as text. Of a file of the kernel's no more is made than is read: the whole of /proc/cpuinfo
/// takes long where there are many cores.
///
/// # Errors
/// `unreadable: ERROR`.
pub fn text(path: &str) -> Result<String, String> {
    bytes(path, 4096).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// A value either way.
pub fn told(value: Result<String, String>) -> String {
    value.unwrap_or_else(|why| why)
}

/// The value after the colon or `=` of a line `name: value`, or `not told` if there is no such line.
pub fn field(text: &str, name: &str) -> String {
    let mut lines = text.lines();
    let value = lines.find_map(|line| {
        let rest = line.strip_prefix(name)?.trim_start();
        Some(rest.strip_prefix(&[':', '='][..])?.trim().trim_matches('"'))
    });
    value.unwrap_or("not told").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_said() {
        assert!(
            bytes("/no/such/file", 9)
                .unwrap_err()
                .starts_with("unreadable: No such file")
        );
        assert!(text("/").unwrap_err().starts_with("unreadable: Is a dir"));
        assert_eq!(bytes("Cargo.toml", 3).unwrap(), b"[pa");
    }

    #[test]
    fn fields_of_lines() {
        let text = "model\t: 85\nmodel name\t: Intel: x \nNAME=\"Ubuntu\"\n";
        assert_eq!(field(text, "model name"), "Intel: x");
        assert_eq!(field(text, "model"), "85");
        assert_eq!(field(text, "NAME"), "Ubuntu");
        assert_eq!(field(text, "flags"), "not told");
    }
}
