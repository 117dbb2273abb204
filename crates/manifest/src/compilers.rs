//! The judges' commands for C++, used in the same form by the bundler for its bundles and by the arena for other bots.

use crate::versions::{GPP, GPP17};

/// A way to compile a bot of one C++ file.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The language's name on the upload page.
    pub name: &'static str,
    /// Flags before the file name.
    pub flags: &'static [&'static str],
}

impl CommandLine {
    /// The version of Botzone's g++ for one of [`BOTZONE`].
    pub fn version(&self) -> &'static str {
        match self.flags.contains(&CPP17) {
            true => GPP17,
            false => GPP,
        }
    }

    /// The default standard of Botzone's g++ if the flags name none: that of g++ 5 is older than that of later ones.
    pub fn standard(&self) -> Option<&'static str> {
        let named = self.flags.iter().any(|flag| flag.starts_with("-std="));
        (!named).then_some("-std=gnu++98")
    }
}

/// All ways of Botzone's, from the platform's own tools (`ailab-pku/botzone-local`, `botzone/online/compiler.py`), without
/// the library `json`, which not every bot needs. The local g++ stands in for g++-7.
pub const BOTZONE: [CommandLine; 4] = [
    CommandLine {
        name: "cpp",
        flags: &["-O2", "-Wall", "-mavx", OLD_ABI, ONLINE],
    },
    CommandLine {
        name: "cpp11",
        flags: &["-O2", "-Wall", "-mavx", "-std=c++11", OLD_ABI, ONLINE],
    },
    CommandLine {
        name: "cppo0",
        flags: &["-Wall", "-mavx", OLD_ABI, ONLINE],
    },
    CommandLine {
        name: "cpp17",
        flags: &["-O2", "-Wall", "-mavx", CPP17, OLD_ABI, ONLINE],
    },
];

/// The macro for the C++ library's old binary interface, which the judge's JsonCpp has.
pub const OLD_ABI: &str = "-D_GLIBCXX_USE_CXX11_ABI=0";
const CPP17: &str = "-std=c++1z";
const ONLINE: &str = "-D_BOTZONE_ONLINE";
