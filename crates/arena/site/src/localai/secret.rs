//! The personal URL, which is a password.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result};
use arena_common::at_most;
use ureq::http::Uri;

use process::{SECRET_VARIABLE, clean_start};

/// The replacement of the secret in a text.
const MASK: &str = "***";
const FORM: &str = "copy it from botzone.org.cn, avatar menu, local AI settings; it looks like \
                    https://www.botzone.org.cn/api/USER/SECRET/localai";

/// `https://HOST/api/USER/SECRET/localai`, as the site shows it to its user. Neither `Debug` nor any error of this
/// module shows the secret, and there is no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonalUrl {
    /// Everything before the last word.
    prefix: String,
    secret: String,
    loopback: bool,
}

impl fmt::Debug for PersonalUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonalUrl(***)")
    }
}

impl PersonalUrl {
    /// The URL from a file, or without one from the environment variable [`SECRET_VARIABLE`] that the arena was started
    /// with.
    ///
    /// # Errors
    /// If there is none, other users may read the file, or it is no such URL. The text never holds what was read.
    pub fn read(file: Option<&Path>) -> Result<Self> {
        let Some(path) = file else {
            return match clean_start::secret().map(OsStr::to_str) {
                Some(Some(text)) => {
                    Self::parse(text).with_context(|| format!("${SECRET_VARIABLE}"))
                }
                Some(None) => fail!("${SECRET_VARIABLE} is not text; {FORM}"),
                None => fail!(
                    "no personal URL: set the environment variable {SECRET_VARIABLE}, or name a file with \
                     --url-file FILE; {FORM}"
                ),
            };
        };
        let name = path.display();
        let about = fs::metadata(path).with_context(|| msg!("--url-file: cannot read {name}"))?;
        require!(
            about.permissions().mode() & 0o077 == 0,
            "other users may read {name}, which holds a password: run `chmod 600 {name}`"
        );
        let text = at_most::read_to_string(path)
            .with_context(|| msg!("--url-file: cannot read {name}"))?;
        Self::parse(&text).with_context(|| msg!("the file {name}"))
    }

    /// Reads the URL; blanks around it do not count.
    ///
    /// # Errors
    /// If it is no such URL, or would send the secret without encryption to another machine.
    pub fn parse(text: &str) -> Result<Self> {
        let uri: Uri = match text.trim().parse() {
            Ok(uri) => uri,
            // The parser's own text might show a part of the secret.
            Err(_) => fail!("this is not a URL; {FORM}"),
        };
        let words: Vec<&str> = uri.path().split('/').collect();
        let plain = |word: &str| {
            let ok = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
            !word.is_empty() && word.bytes().all(ok)
        };
        let ["", "api", user, secret, "localai"] = words[..] else {
            fail!("this is not the URL of the local AI interface; {FORM}");
        };
        require!(
            plain(user) && plain(secret) && uri.query().is_none(),
            "this is not the URL of the local AI interface; {FORM}"
        );
        let host = uri.host().unwrap_or_default();
        let loopback = ["127.0.0.1", "localhost", "[::1]"].contains(&host);
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if loopback => {}
            Some("http") => fail!(
                "the URL begins with http://, which would send your secret in the clear; write https://"
            ),
            _ => fail!("the URL does not begin with https://; {FORM}"),
        }
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        require!(
            !host.is_empty() && !authority.contains('@'),
            "the URL names no plain host; {FORM}"
        );
        let scheme = uri.scheme_str().unwrap_or_default();
        Ok(PersonalUrl {
            prefix: format!("{scheme}://{authority}/api/{user}/{secret}/"),
            secret: secret.to_owned(),
            loopback,
        })
    }

    /// The URL of one of the interface's functions: `localai`, `runmatch`.
    pub fn function(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Returns true if the host is this machine.
    pub fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// The text with every occurrence of the secret masked, in upper or lower case. To be called before a text is cut:
    /// a part of the secret would not be found.
    pub fn scrub(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.scrub_bytes(text.as_bytes())).into_owned()
    }

    /// The same for what may be no text.
    pub fn scrub_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let secret = self.secret.as_bytes();
        let mut clean = Vec::with_capacity(bytes.len());
        let mut rest = bytes;
        while let Some((&first, behind)) = rest.split_first() {
            match rest.split_at_checked(secret.len()) {
                Some((here, after)) if here.eq_ignore_ascii_case(secret) => {
                    clean.extend_from_slice(MASK.as_bytes());
                    rest = after;
                }
                _ => {
                    clean.push(first);
                    rest = behind;
                }
            }
        }
        clean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://www.botzone.org.cn/api/5f0/Sesame/localai";

    #[test]
    fn the_sites_url_is_read() {
        let url = PersonalUrl::parse(&format!(" {URL}\n")).unwrap();
        assert_eq!(url.function("localai"), URL);
        assert_eq!(
            url.function("runmatch"),
            "https://www.botzone.org.cn/api/5f0/Sesame/runmatch"
        );
        assert!(!url.is_loopback());
        assert!(PersonalUrl::parse("http://127.0.0.1:80/api/u/Sesame/localai").is_ok());
    }

    #[test]
    fn nothing_shows_the_secret() {
        let url = PersonalUrl::parse(URL).unwrap();
        assert_eq!(format!("{url:?}"), "PersonalUrl(***)");
        assert_eq!(
            url.scrub("a Sesame, sEsAmE: 好 SESAME"),
            "a ***, ***: 好 ***"
        );
        for bad in [
            "Sesame",
            "https://www.botzone.org.cn/api/5f0/Sesame",
            "https://www.botzone.org.cn/api/5f0/Sesame/localai?x",
            "https://www.botzone.org.cn/api/5f0/Sesame%20/localai",
            "https://me:Sesame@www.botzone.org.cn/api/5f0/x/localai",
            "http://www.botzone.org.cn/api/5f0/Sesame/localai",
            "ftp://www.botzone.org.cn/api/5f0/Sesame/localai",
            "https://Sesame bad/api/5f0/Sesame/localai",
            "/api/5f0/Sesame/localai",
        ] {
            let text = format!("{:?}", PersonalUrl::parse(bad).unwrap_err());
            assert!(!text.contains("Sesame"), "{text}");
            assert!(text.contains("https://"), "no cure: {text}");
        }
    }

    #[test]
    fn a_file_that_others_may_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("url");
        fs::write(&path, URL).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let text = format!("{:#}", PersonalUrl::read(Some(&path)).unwrap_err());
        assert!(
            text.contains("run `chmod 600 ") && !text.contains("Sesame"),
            "{text}"
        );
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(
            PersonalUrl::read(Some(&path)).unwrap(),
            PersonalUrl::parse(URL).unwrap()
        );
        let text = format!(
            "{:#}",
            PersonalUrl::read(Some(Path::new("/no/url"))).unwrap_err()
        );
        assert!(text.contains("cannot read /no/url"), "{text}");
    }
}
