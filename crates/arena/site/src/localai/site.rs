//! HTTP: one request, and what to do when it fails.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use arena_common::Cancel;
use ureq::typestate::WithoutBody;
use ureq::{Agent, RequestBuilder};

use super::secret::PersonalUrl;
use super::wire::start;

/// The interval between checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(50);
/// Largest reply in bytes that is read.
const MAX_BODY: u64 = 4 << 20;
/// The number of tries for each line about a failure that lasts.
const TELL_EVERY: u32 = 12;

/// Waiting times. The retries are those of the site's own client (protocol description, section 8).
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// For a reply. Longer than the site (or a proxy of it) holds a poll: whoever hangs up first does not learn
    /// whether the answers have arrived.
    pub poll: Duration,
    /// After a failed request.
    pub retry: Duration,
    /// After status 500 or 503.
    pub trouble: Duration,
    /// The number of replies with status 500 or 503 in a row after which the call fails.
    pub troubles: u32,
}

impl Default for Waits {
    fn default() -> Self {
        Waits {
            poll: Duration::from_secs(300),
            retry: Duration::from_secs(5),
            trouble: Duration::from_secs(60),
            troubles: 10,
        }
    }
}

/// The site, as one user may talk to it.
#[derive(Debug)]
pub struct Site {
    agent: Agent,
    url: PersonalUrl,
    waits: Waits,
    cancel: Cancel,
}

/// The outcome of one request.
enum Page {
    Status(u16, Vec<u8>),
    Late,
    Failed(String),
}

impl Site {
    /// The site behind a personal URL; `cancel` ends every wait.
    pub fn new(url: PersonalUrl, waits: Waits, cancel: Cancel) -> Self {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // The secret is in the path: it goes to no other address.
            .max_redirects(0)
            .max_redirects_will_error(false)
            // A connection kept from the last poll may be dead by now, and then it is not known what has arrived.
            .max_idle_connections(0)
            .timeout_connect(Some(waits.poll.min(Duration::from_secs(20))))
            .timeout_global(Some(waits.poll))
            .user_agent(concat!("arena-localai/", env!("CARGO_PKG_VERSION")));
        if url.is_loopback() {
            config = config.proxy(None);
        }
        Site {
            agent: config.build().new_agent(),
            url,
            waits,
            cancel,
        }
    }

    /// The text without the secret.
    pub fn scrub(&self, text: &str) -> String {
        self.url.scrub(text)
    }

    /// Returns true if it was cancelled.
    pub fn cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Calls a function of the interface until it gives a reply that `read` understands, with the same headers every
    /// time. `None` if it was cancelled. Failures are reported on `warnings`.
    ///
    /// # Errors
    /// If the site refuses: status 300 to 401, or 500 and 503 too often. The text names the cure.
    pub fn call<T>(
        &self,
        function: &str,
        headers: &[(String, String)],
        read: fn(&[u8]) -> Result<T, String>,
        warnings: &mut dyn Write,
    ) -> Result<Option<T>> {
        let (mut failures, mut troubles) = (0u32, 0);
        loop {
            let Some(page) = self.get(function, headers) else {
                return Ok(None);
            };
            let mut wait = self.waits.retry;
            let why = match page {
                Page::Status(200, body) => match read(&body) {
                    Ok(reply) => return Ok(Some(reply)),
                    Err(why) => Some(why),
                },
                Page::Status(status, body) => {
                    self.refused(status, &body)?;
                    if [500, 503].contains(&status) {
                        troubles += 1;
                        require!(
                            troubles < self.waits.troubles,
                            "the site has answered with status {status} {troubles} times in a row; try again later"
                        );
                        wait = self.waits.trouble;
                    }
                    Some(said!("status {status}"))
                }
                // The usual end of a poll that brings nothing.
                Page::Late => None,
                Page::Failed(why) => Some(why),
            };
            if let Some(why) = why {
                if failures.is_multiple_of(TELL_EVERY) {
                    let why = start(&self.scrub(&why));
                    let seconds = wait.as_secs();
                    let text = said!("warning: {why}; trying again after {seconds} s");
                    let _ = writeln!(warnings, "{text}");
                }
                failures += 1;
            }
            if !self.wait(wait) {
                return Ok(None);
            }
        }
    }

    /// Fails if another try cannot change the outcome.
    fn refused(&self, status: u16, body: &[u8]) -> Result<()> {
        let said = start(self.scrub(&String::from_utf8_lossy(body)).trim());
        match status {
            300..=399 => fail!(
                "the site has moved (status {status}); copy the personal URL again from its local AI settings"
            ),
            400 => fail!(
                "the site calls the request malformed (status 400): {said:?}; if matches from an earlier run are \
                 still in the state file, remove that file"
            ),
            401 => fail!(
                "the site refuses the personal URL (status 401): the user or the secret is wrong, or the user's level \
                 is too low; copy the URL again from the local AI settings"
            ),
            _ => Ok(()),
        }
    }

    /// One request. `None` if it was cancelled.
    fn get(&self, function: &str, headers: &[(String, String)]) -> Option<Page> {
        let mut request = self.agent.get(self.url.function(function));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let (sender, receiver) = mpsc::channel();
        // A thread of its own, because nothing else ends a poll that the site holds.
        thread::spawn(move || sender.send(fetch(request)));
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(page) => return Some(self.scrub_page(page)),
                Err(_) if self.cancelled() => return None,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Page::Failed(said!("the request was given up")));
                }
            }
        }
    }

    /// A page that echoes the secret is masked before anybody reads it: what the site says goes to bots, logs and files.
    fn scrub_page(&self, page: Page) -> Page {
        match page {
            Page::Status(status, body) => Page::Status(status, self.url.scrub_bytes(&body)),
            Page::Late => Page::Late,
            Page::Failed(why) => Page::Failed(self.scrub(&why)),
        }
    }

    /// Waits; `false` if it was cancelled.
    pub fn wait(&self, time: Duration) -> bool {
        !self.cancel.comes_within(time)
    }
}

fn fetch(request: RequestBuilder<WithoutBody>) -> Page {
    let page = request.call().and_then(|mut response| {
        let body = response
            .body_mut()
            .with_config()
            .limit(MAX_BODY)
            .read_to_vec()?;
        Ok(Page::Status(response.status().as_u16(), body))
    });
    match page {
        Ok(page) => page,
        Err(ureq::Error::Timeout(_)) => Page::Late,
        Err(error) => Page::Failed(error.to_string()),
    }
}
