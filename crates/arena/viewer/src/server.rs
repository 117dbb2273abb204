//! The server of the arena's pages on the loopback interface: that of `arena play` and that of a league.
//!
//! It answers the pages that it has served itself and nobody else: a request must name this server as its host, so that
//! no other site's name can be made to point here, and where it names an origin, that must be this page.
//!
//! A connection carries one request. Time, memory and the number of connections are bounded, so whatever a client does
//! or leaves undone, the page is answered.

use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Error, Result};
use arena_common::{Cancel, foreign};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// The interval at which the server checks for cancellation.
const STEP: Duration = Duration::from_millis(100);
/// A longer body, in bytes, is not read.
const HUGE: usize = 1 << 20;
/// Bytes of a request's head, more than a browser sends.
const HEAD: usize = 1 << 16;

/// The limits of the server for its clients.
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

/// The pages of a server.
pub trait Pages: Send + Sync + 'static {
    /// Answers a request. It is called on the server's only thread, so nobody else is answered meanwhile.
    fn answer(&self, asked: &Asked) -> Answer;
}

/// A request that comes from a page of ours.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The path, such as `/state`.
    pub path: String,
    /// The text after the question mark.
    pub query: String,
    /// The body; `None` if the page only asks.
    pub sent: Option<Vec<u8>>,
}

impl Asked {
    /// The value of a field of the query.
    pub fn field(&self, name: &str) -> Option<&str> {
        let fields = self
            .query
            .split('&')
            .filter_map(|field| field.split_once('='));
        let mut fields = fields.filter(|(found, _)| *found == name);
        fields.next().map(|(_, value)| value)
    }

    /// A field of the query that is a number.
    pub fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.field(name)?.parse().ok()
    }
}

/// Status, type of the content, content.
#[derive(Clone, Debug)]
pub struct Answer(StatusCode, &'static str, Vec<u8>);

impl Answer {
    /// An HTML page.
    pub fn page(page: String) -> Answer {
        Answer(StatusCode::OK, "text/html; charset=utf-8", page.into())
    }

    /// Data for a page's script.
    pub fn json(data: &Value) -> Answer {
        Answer(StatusCode::OK, "application/json", data.to_string().into())
    }

    /// A file of this type.
    pub fn file(kind: &'static str, content: Vec<u8>) -> Answer {
        Answer(StatusCode::OK, kind, content)
    }

    /// Done, or nothing new.
    pub fn nothing() -> Answer {
        Answer(StatusCode::NO_CONTENT, TEXT, Vec::new())
    }

    /// There is no such page.
    pub fn missing() -> Answer {
        let text = b"there is no such page".to_vec();
        Answer(StatusCode::NOT_FOUND, TEXT, text)
    }

    /// The request is refused.
    pub fn bad(why: &str) -> Answer {
        Answer(StatusCode::BAD_REQUEST, TEXT, why.into())
    }

    /// There is no answer because of an error.
    pub fn failed(error: &Error) -> Answer {
        let text = foreign::error(error).into_bytes();
        Answer(StatusCode::INTERNAL_SERVER_ERROR, TEXT, text)
    }
}

/// The state that all connections share.
struct Site<P> {
    pages: Arc<P>,
    port: u16,
    limits: Limits,
}

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
            error!("cannot listen on 127.0.0.1:{port} ({error}); give another --port, or 0 for a free one")
        })?;
        Ok(Local {
            listener,
            port,
            limits,
        })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests until `cancel` is set; connections that are open then are closed.
    ///
    /// # Errors
    /// If the system does not give what a server needs.
    pub fn serve<P: Pages>(&self, pages: &Arc<P>, cancel: &Cancel) -> Result<()> {
        let listener = self.listener.try_clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build();
        let (runtime, listener) = runtime
            .and_then(|runtime| Ok((runtime, listener?)))
            .context("cannot start the page's server")?;
        let site = Arc::new(Site {
            pages: pages.clone(),
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
async fn connection<P: Pages>(stream: TcpStream, site: &Arc<Site<P>>) {
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

fn response(Answer(status, kind, body): Answer) -> Response<Full<Bytes>> {
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

impl<P: Pages> Site<P> {
    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if !self.is_ours(&request) {
            return Answer::bad("this server answers its own page only");
        }
        if request.body().size_hint().lower() > HUGE as u64 {
            return too_long();
        }
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let mut asked = Asked {
            path: request.uri().path().to_owned(),
            query: text(request.uri().query()),
            sent: None,
        };
        match *request.method() {
            Method::GET => {}
            Method::POST => match self.body(request.into_body()).await {
                Ok(body) => asked.sent = Some(body),
                Err(answer) => return answer,
            },
            _ => return Answer::bad("this server knows GET and POST"),
        }
        self.pages.answer(&asked)
    }

    async fn body(&self, body: Incoming) -> Result<Vec<u8>, Answer> {
        let body = Limited::new(body, HUGE).collect();
        match timeout(self.limits.body, body).await {
            Err(_) => {
                let text = b"the request is not complete".to_vec();
                Err(Answer(StatusCode::REQUEST_TIMEOUT, TEXT, text))
            }
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
            Ok(Err(_)) => Err(Answer::bad("the request is damaged")),
            Ok(Ok(body)) => Ok(body.to_bytes().to_vec()),
        }
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

fn too_long() -> Answer {
    let text = format!("a request has at most {HUGE} bytes");
    Answer(StatusCode::PAYLOAD_TOO_LARGE, TEXT, text.into())
}
