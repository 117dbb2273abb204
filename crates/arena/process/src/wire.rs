//! Messages between the arena and a launcher: one message per packet of a socket, with file descriptors.

use std::io::{self, ErrorKind, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::PathBuf;

use rustix::cmsg_space;
use rustix::io::retry_on_intr;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::sandbox::{Gaps, Sandbox};

/// Largest message in bytes. A socket takes packets of some 200 KB.
pub const LARGEST: usize = 128 << 10;
/// Largest number of file descriptors with a message: the streams of a program.
const STREAMS: usize = 3;

/// A program to be started.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Order {
    /// The command line.
    pub words: Vec<String>,
    /// Its folder; without one the arena's own.
    pub folder: Option<PathBuf>,
    /// The variables removed from its environment.
    #[serde(default)]
    pub without: Vec<String>,
    /// The variables added to the rest.
    pub variables: Vec<(String, String)>,
    /// The processor that it runs on; without one all that there are.
    #[serde(default)]
    pub core: Option<usize>,
    /// Its sandbox; without one, it may do everything that the user may.
    #[serde(default)]
    pub sandbox: Option<Sandbox>,
    /// A tool of ours, not a program of other people: it may tidy up before it dies, and what has left its process
    /// group lives on (the server of a compiler cache works for others too).
    pub tool: bool,
}

/// A message from the arena.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Start this. Standard input, output and error come with it.
    Start(Order),
    /// End it, with everything that it has left behind.
    End,
}

/// A reply of the launcher.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// It runs; a pidfd comes with this.
    Started {
        /// Its process and process group.
        pid: i32,
        /// The gaps in its sandbox.
        gaps: Gaps,
    },
    /// It cannot be started.
    Refused {
        /// Error number of the system, if it was the system that refused.
        code: Option<i32>,
        /// Why.
        text: String,
    },
    /// Nothing of it lives.
    Ended {
        /// Its status, as `wait` returns it.
        status: i32,
        /// `ru_maxrss` in bytes.
        peak: u64,
    },
}

/// Sends a message.
///
/// # Errors
/// If it is too long or nobody listens.
pub fn send(
    socket: BorrowedFd<'_>,
    message: &impl Serialize,
    streams: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    if bytes.len() > LARGEST {
        let text = "the command line is too long";
        return Err(io::Error::new(ErrorKind::ArgumentListTooLong, text));
    }
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(STREAMS))];
    let mut rights = SendAncillaryBuffer::new(&mut space);
    if !streams.is_empty() {
        rights.push(SendAncillaryMessage::ScmRights(streams));
    }
    let bytes = [IoSlice::new(&bytes)];
    retry_on_intr(|| sendmsg(socket, &bytes, &mut rights, SendFlags::NOSIGNAL))?;
    Ok(())
}

/// Waits for a message; `buffer` must have room for it.
///
/// # Errors
/// If the other side is gone or says what is no message.
pub fn receive<T: DeserializeOwned>(
    socket: BorrowedFd<'_>,
    buffer: &mut [u8],
) -> io::Result<(T, Vec<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(STREAMS))];
    let mut rights = RecvAncillaryBuffer::new(&mut space);
    let got = retry_on_intr(|| {
        let mut room = [IoSliceMut::new(buffer)];
        recvmsg(socket, &mut room, &mut rights, RecvFlags::CMSG_CLOEXEC)
    })?;
    if got.bytes == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    if got.flags.contains(ReturnFlags::TRUNC) {
        return Err(io::Error::other("a message that is too long"));
    }
    let message = serde_json::from_slice(&buffer[..got.bytes])?;
    let mut streams = Vec::new();
    for message in rights.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            streams.extend(received);
        }
    }
    Ok((message, streams))
}
