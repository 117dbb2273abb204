//! The page's server on the loopback interface.
//!
//! It answers the page that it has served itself and nobody else: a request must name this server as its host, so that
//! no other site's name can be made to point here, and where it names an origin, that must be this page.
//!
//! A connection carries one request. Time, memory and the number of connections are bounded, so whatever a client does
//! or leaves undone, the page is answered.

use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use arena_common::Cancel;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::live::LiveGame;
use super::order::Order;
use crate::page::More;

/// What the page of a replay lacks.
const MORE: More = More {
    scripts: &[
        include_str!("../../page/cursor.js"),
        include_str!("../../page/actions.js"),
        include_str!("../../page/play.js"),
    ],
    styles: &[include_str!("../../page/play.css")],
};
/// How often the server looks whether it is all over.
const STEP: Duration = Duration::from_millis(100);
/// No move is as long, in bytes.
const LONGEST: usize = 100;
/// A longer body, in bytes, is not read.
const HUGE: usize = 1 << 20;
/// Bytes of a request's head, more than a browser sends.
const HEAD: usize = 1 << 16;

/// What the server grants a client.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time until the head of the request is there.
    pub head: Duration,
    /// Time from then until its body is there.
    pub body: Duration,
    /// Time for the connection, from the first byte to the last.
    pub connection: Duration,
    /// Connections at a time; more wait.
    pub connections: usize,
}

impl Default for Limits {
    /// More than any browser on this machine needs.
    fn default() -> Self {
        Limits {
            head: Duration::from_secs(5),
            body: Duration::from_secs(5),
            connection: Duration::from_secs(15),
            connections: 64,
        }
    }
}

/// A server that listens on 127.0.0.1.
pub struct Local {
    listener: TcpListener,
    port: u16,
    limits: Limits,
}

/// What all connections share.
struct Site {
    game: Arc<LiveGame>,
    port: u16,
    limits: Limits,
}

/// Status, type of the content, content.
type Answer = (StatusCode, &'static str, Vec<u8>);

const TEXT: &str = "text/plain; charset=utf-8";

impl Local {
    /// Listens on this port; 0 takes a free one.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn listen(port: u16, limits: Limits) -> Result<Local> {
        let listen = || {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
            listener.set_nonblocking(true)?;
            let port = listener.local_addr()?.port();
            Ok((listener, port))
        };
        let (listener, port) = listen().map_err(|error: std::io::Error| {
            anyhow!("cannot listen on 127.0.0.1:{port} ({error}); give another --port, or 0 for a free one")
        })?;
        Ok(Local {
            listener,
            port,
            limits,
        })
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests until `cancel` is set; connections that are open then are closed.
    ///
    /// # Errors
    /// If the system does not give what a server needs.
    pub fn serve(&self, game: &Arc<LiveGame>, cancel: &Cancel) -> Result<()> {
        let listener = self.listener.try_clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build();
        let (runtime, listener) = runtime
            .and_then(|runtime| Ok((runtime, listener?)))
            .context("cannot start the page's server")?;
        let site = Arc::new(Site {
            game: game.clone(),
            port: self.port,
            limits: self.limits,
        });
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)
                .context("cannot start the page's server")?;
            let places = Arc::new(Semaphore::new(self.limits.connections));
            let next = async || {
                let place = places.clone().acquire_owned().await;
                listener.accept().await.map(|(stream, _)| (stream, place))
            };
            while !cancel.is_cancelled() {
                match timeout(STEP, next()).await {
                    Err(_) => {}
                    Ok(Ok((stream, place))) => {
                        let site = site.clone();
                        tokio::spawn(async move {
                            let _place = place;
                            connection(stream, &site).await;
                        });
                    }
                    // A client that has gone again, or no descriptor is free for a while.
                    Ok(Err(_)) => sleep(STEP).await,
                }
            }
            Ok(())
        })
    }
}

/// Answers the request of a connection and closes it.
async fn connection(stream: TcpStream, site: &Arc<Site>) {
    let service = service_fn(move |request| {
        let site = site.clone();
        async move { Ok::<_, Infallible>(response(site.answer(request).await)) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(site.limits.head)
        .max_buf_size(HEAD)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    let closed = async {
        // A client that sends nothing or something invalid, or has gone away, needs no more.
        let Ok(parts) = served.without_shutdown().await else {
            return;
        };
        let mut stream = parts.io.into_inner();
        let _ = stream.shutdown().await;
        // Closing with unread bytes would take the answer from a client that is still sending.
        let mut rest = [0; 4096];
        while stream.read(&mut rest).await.is_ok_and(|read| read > 0) {}
    };
    let _ = timeout(site.limits.connection, closed).await;
}

fn response((status, kind, body): Answer) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    for (field, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        let headers = response.headers_mut();
        headers.insert(field, HeaderValue::from_static(value));
    }
    response
}

impl Site {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if !self.is_ours(&request) {
            return bad("this server answers its own page only");
        }
        if request.body().size_hint().lower() > HUGE as u64 {
            return too_long();
        }
        let failed = |error: anyhow::Error| {
            let text = format!("{error:#}").into_bytes();
            (StatusCode::INTERNAL_SERVER_ERROR, TEXT, text)
        };
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/") => match self.game.page(MORE) {
                Ok(page) => (StatusCode::OK, "text/html; charset=utf-8", page.into()),
                Err(error) => failed(error),
            },
            (&Method::GET, "/state") => {
                let query = request.uri().query().unwrap_or_default();
                let since = query.strip_prefix("since=");
                match self.game.news(since.and_then(|since| since.parse().ok())) {
                    Ok(Some(news)) => (StatusCode::OK, "application/json", news.to_string().into()),
                    Ok(None) => (StatusCode::NO_CONTENT, TEXT, Vec::new()),
                    Err(error) => failed(error),
                }
            }
            (&Method::GET, "/log") => match self.game.log() {
                Ok(log) => (StatusCode::OK, "application/jsonl; charset=utf-8", log),
                Err(error) => failed(error),
            },
            (&Method::POST, "/new") => done(self.game.take(Order::New)),
            (&Method::POST, "/swap") => done(self.game.take(Order::Swap)),
            (&Method::POST, "/undo") => done(self.game.take(Order::Undo)),
            (&Method::POST, "/hint") => done(self.game.want_hint()),
            (&Method::POST, "/move") => {
                let body = Limited::new(request.into_body(), HUGE).collect();
                match timeout(self.limits.body, body).await {
                    Err(_) => (
                        StatusCode::REQUEST_TIMEOUT,
                        TEXT,
                        b"the request is not complete".to_vec(),
                    ),
                    Ok(Err(error)) if error.is::<LengthLimitError>() => too_long(),
                    Ok(Err(_)) => bad("the request is damaged"),
                    Ok(Ok(body)) => self.play(&body.to_bytes()),
                }
            }
            (&Method::GET | &Method::POST, _) => (
                StatusCode::NOT_FOUND,
                TEXT,
                b"there is no such page".to_vec(),
            ),
            _ => bad("this server knows GET and POST"),
        }
    }

    fn play(&self, body: &[u8]) -> Answer {
        let line = str::from_utf8(body).ok();
        let Some(line) = line.filter(|line| line.len() <= LONGEST) else {
            return bad("no move has such a form");
        };
        if line.is_empty() || line.chars().any(char::is_control) {
            return bad("a move is one line");
        }
        if !self.game.answer(line.to_owned()) {
            return bad("no move is waited for");
        }
        (StatusCode::NO_CONTENT, TEXT, Vec::new())
    }

    fn is_ours(&self, request: &Request<Incoming>) -> bool {
        let names = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let values = |field: HeaderName| request.headers().get_all(field).into_iter();
        let hosts: Vec<&HeaderValue> = values(header::HOST).collect();
        request.uri().authority().is_none()
            && hosts.len() == 1
            && names.iter().any(|name| hosts[0] == name)
            && values(header::ORIGIN).all(|origin| {
                let origin = origin.as_bytes().strip_prefix(b"http://");
                origin.is_some_and(|origin| names.iter().any(|name| name.as_bytes() == origin))
            })
    }
}

fn done(done: Result<(), &'static str>) -> Answer {
    match done {
        Ok(()) => (StatusCode::NO_CONTENT, TEXT, Vec::new()),
        Err(why) => bad(why),
    }
}

fn bad(why: &str) -> Answer {
    (StatusCode::BAD_REQUEST, TEXT, why.into())
}

fn too_long() -> Answer {
    let text = format!("a request has at most {HUGE} bytes");
    (StatusCode::PAYLOAD_TOO_LARGE, TEXT, text.into())
}
