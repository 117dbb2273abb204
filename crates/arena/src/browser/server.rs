//! The page's server on the loopback interface.
//!
//! It answers the page that it has served itself and nobody else: a request must name this server as its host, so that
//! no other site's name can be made to point here, and where it names an origin, that must be this page.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

use super::table::Table;

/// What the page of a replay lacks.
const SCRIPT: &str = include_str!("play.js");
/// How often the server looks whether it is all over.
const STEP: Duration = Duration::from_millis(100);
/// No move is as long, in bytes.
const LONGEST: usize = 100;
/// A request that announces a larger body, in bytes, gets no answer at all.
const HUGE: usize = 1 << 20;

/// A server that listens on 127.0.0.1.
pub struct Local {
    server: Server,
    port: u16,
}

impl Local {
    /// Listens on this port; 0 takes a free one.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn listen(port: u16) -> Result<Local> {
        let server = Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            anyhow!("cannot listen on 127.0.0.1:{port} ({error}); give another --port, or 0 for a free one")
        })?;
        let port = server.server_addr().to_ip().context("no port")?.port();
        Ok(Local { server, port })
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests until `cancel` is set.
    ///
    /// # Errors
    /// If the connection to the outside is lost.
    pub fn serve(&self, table: &Table, cancel: &AtomicBool) -> Result<()> {
        while !cancel.load(Ordering::Relaxed) {
            let Some(mut request) = self
                .server
                .recv_timeout(STEP)
                .context("the server has failed")?
            else {
                continue;
            };
            if request.body_length().is_some_and(|length| length > HUGE) {
                // With the request goes its reader, which reads the whole body first, into one buffer.
                std::mem::forget(request);
                continue;
            }
            let (status, kind, body) = self.answer(&mut request, table);
            let mut response = Response::from_data(body)
                .with_status_code(status)
                .with_chunked_threshold(usize::MAX);
            for (field, value) in [
                ("Content-Type", kind),
                ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"),
                ("X-Frame-Options", "DENY"),
            ] {
                if let Ok(header) = Header::from_bytes(field, value) {
                    response.add_header(header);
                }
            }
            // Who has gone away needs no answer.
            let _ = request.respond(response);
        }
        Ok(())
    }

    fn answer(&self, request: &mut Request, table: &Table) -> (u16, &'static str, Vec<u8>) {
        let text = "text/plain; charset=utf-8";
        let bad = |why: &str| (400, text, why.as_bytes().to_vec());
        if !self.is_ours(request) {
            return bad("this server answers its own page only");
        }
        let (path, query) = match request.url().split_once('?') {
            Some((path, query)) => (path.to_owned(), query.to_owned()),
            None => (request.url().to_owned(), String::new()),
        };
        match (request.method(), path.as_str()) {
            (Method::Get, "/") => match table.page(SCRIPT) {
                Ok(page) => (200, "text/html; charset=utf-8", page.into_bytes()),
                Err(error) => (500, text, format!("{error:#}").into_bytes()),
            },
            (Method::Get, "/state") => {
                let since = query.strip_prefix("since=");
                match table.news(since.and_then(|since| since.parse().ok())) {
                    Ok(Some(news)) => (200, "application/json", news.to_string().into_bytes()),
                    Ok(None) => (204, text, Vec::new()),
                    Err(error) => (500, text, format!("{error:#}").into_bytes()),
                }
            }
            (Method::Post, "/move") => {
                let known = request
                    .body_length()
                    .is_some_and(|length| length <= LONGEST);
                let mut line = String::new();
                if !known || request.as_reader().read_to_string(&mut line).is_err() {
                    return bad("no move has such a form");
                }
                if line.is_empty() || line.chars().any(char::is_control) {
                    return bad("a move is one line");
                }
                if !table.answer(line) {
                    return bad("no move is waited for");
                }
                (204, text, Vec::new())
            }
            (Method::Get | Method::Post, _) => (404, text, b"there is no such page".to_vec()),
            _ => bad("this server knows GET and POST"),
        }
    }

    fn is_ours(&self, request: &Request) -> bool {
        let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let values = |field: &'static str| {
            let headers = request.headers().iter();
            headers
                .filter(move |header| header.field.equiv(field))
                .map(|header| header.value.as_str())
        };
        let hosts: Vec<&str> = values("Host").collect();
        let mut origins = values("Origin");
        hosts.len() == 1
            && names.iter().any(|name| name == hosts[0])
            && origins.all(|origin| {
                let name = origin.strip_prefix("http://");
                name.is_some_and(|name| names.iter().any(|ours| ours == name))
            })
    }
}
