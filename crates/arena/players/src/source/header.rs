//! A header that the compiler does not find: why the site finds none, or this machine alone, and the cure.

use std::path::Path;

use super::library;

/// Headers of libraries that the site has, the Debian packages that have them here, and what `apt-get download` takes for
/// these and the packages they need.
const PACKAGES: [(&str, &str, &str); 3] = [
    ("jsoncpp/", "libjsoncpp-dev", "'?name(^libjsoncpp)'"),
    ("nlohmann/", "nlohmann-json3-dev", "nlohmann-json3-dev"),
    ("Eigen/", "libeigen3-dev", "libeigen3-dev"),
];

/// Headers that come with Windows or its compilers alone, in lower case.
const WINDOWS: [&str; 16] = [
    "windows.h",
    "windef.h",
    "winbase.h",
    "winsock.h",
    "winsock2.h",
    "ws2tcpip.h",
    "mmsystem.h",
    "psapi.h",
    "tchar.h",
    "conio.h",
    "direct.h",
    "io.h",
    "process.h",
    "dos.h",
    "graphics.h",
    "intrin.h",
];

/// The cause of what a compiler says of the source at a path, if that is a header it does not find or a library it cannot
/// link.
pub fn cause(path: &Path, said: &str) -> Option<String> {
    if said.contains("cannot find -ljsoncpp") {
        let (_, package, download) = PACKAGES[0];
        return Some(library::missing(package, download));
    }
    let header = said.lines().find_map(not_found)?;
    let shown = path.to_string_lossy();
    let shown = shell_words::quote(&shown);
    if path.with_file_name(header).is_file() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        return Some(said!(
            "`{header}` is beside {name}, but the site compiles one file alone; `arena amalgamate {shown}` writes one file of both"
        ));
    }
    let name = header.to_ascii_lowercase();
    if WINDOWS.contains(&name.as_str()) {
        return Some(said!(
            "`{header}` exists only on Windows, and the site is Linux; remove its #include, or put it between #ifndef \
             _BOTZONE_ONLINE and #endif"
        ));
    }
    let mut packages = PACKAGES.iter();
    let (_, package, download) = packages.find(|(start, ..)| header.contains(start))?;
    Some(library::missing(package, download))
}

/// Returns true for the name of a header of the C++ library, or of a library that the site has.
pub fn is_of_the_site(name: &str) -> bool {
    !name.contains('.') || PACKAGES.iter().any(|(start, ..)| name.starts_with(start))
}

/// The header that a line of the compiler says it does not find.
fn not_found(line: &str) -> Option<&str> {
    let (line, _) = line.split_once(": No such file or directory")?;
    let (_, header) = line.split_once("fatal error: ")?;
    Some(header)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_header_that_is_not_found_has_its_cause_and_cure() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("main.cpp");
        fs::create_dir(folder.path().join("inner")).unwrap();
        for own in ["helper.h", "inner/stdafx.h"] {
            fs::write(folder.path().join(own), "").unwrap();
        }
        let not_found =
            |header| format!("./main.cpp:1:10: fatal error: {header}: No such file or directory\n");
        let json = "apt-get download '?name(^libjsoncpp)' && ";
        for (said, want) in [
            (
                not_found("helper.h"),
                "`helper.h` is beside main.cpp, but the site compiles one file alone; `arena amalgamate ",
            ),
            (not_found("inner/stdafx.h"), "`inner/stdafx.h` is beside"),
            (not_found("Windows.h"), "`Windows.h` exists only on Windows"),
            (not_found("jsoncpp/json/json.h"), json),
            (
                "/usr/bin/ld: cannot find -ljsoncpp: No such file or directory".to_owned(),
                json,
            ),
            (not_found("nlohmann/json.hpp"), "install nlohmann-json3-dev"),
            (not_found("Eigen/Dense"), "install libeigen3-dev"),
        ] {
            let cause = cause(&path, &said).unwrap();
            assert!(cause.contains(want), "no `{want}` in {cause}");
        }
        for said in [
            not_found("mine.h").as_str(),
            "a.cpp:3:1: error: expected ';'",
        ] {
            assert_eq!(cause(&path, said), None, "{said}");
        }
    }
}
