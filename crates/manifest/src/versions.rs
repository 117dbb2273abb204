//! The versions of the compilers and interpreters on Botzone, as its page lists them (protocol description, section 7a).
//! Those of Saiblo are not published.

/// Python 3, the newer one of two.
pub const PYTHON3: &str = "3.6.5";
/// The part of [`PYTHON3`] that the language depends on.
pub const PYTHON3_LANGUAGE: &str = "3.6";
/// Python 2.
pub const PYTHON2: &str = "2.7.12";
/// Node.js.
pub const NODE: &str = "10.0.0";
/// The last edition of JavaScript whose whole syntax [`NODE`] reads: its V8 6.6 has no ES2020 yet.
pub const ECMASCRIPT: &str = "2019";
/// OpenJDK.
pub const JAVA: &str = "8";
/// rustc.
pub const RUST: &str = "1.94.1";
/// g++ for C++17.
pub const GPP17: &str = "7.2.0";
/// g++ for the other standards.
pub const GPP: &str = "5.4.0";
