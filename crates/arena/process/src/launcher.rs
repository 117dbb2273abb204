//! The arena's end of a launcher.
//!
//! A launcher starts in some milliseconds, which would be the program's own time; so one that has done its work waits
//! for the next program.

use std::collections::BTreeSet;
use std::env;
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::Duration;

use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, set_child_subreaper, waitid,
};

use super::launch::environment;
use super::wire::{Order, Reply, Request, receive, send};
use super::{SECRET_VARIABLE, memory, serve};

/// A launcher that has not answered after this time is stopped or worse. Killing a program that holds much memory
/// takes a while on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The arena's program.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
/// Launchers without a program.
static IDLE: Mutex<Vec<Launcher>> = Mutex::new(Vec::new());
/// All launchers.
static ALL: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
static ADOPT: Once = Once::new();

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says that this process is the arena's program itself, which can be started once more as a launcher. Without this
/// (in a test) the program `arena` is looked for beside the running one, and in the folder above.
pub fn launch_with_this_program() {
    // Not its path: another build may lie there by now.
    let _ = PROGRAM.set(PathBuf::from("/proc/self/exe"));
}

fn program() -> io::Result<&'static Path> {
    if let Some(program) = PROGRAM.get() {
        return Ok(program);
    }
    let own = env::current_exe()?;
    let found = own
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join("arena"))
        .find(|path| path.is_file());
    let found = found.ok_or_else(|| {
        io::Error::other(arena_common::said!(
            "there is no program `arena` beside {}, which starts the programs; build it",
            own.display()
        ))
    })?;
    Ok(PROGRAM.get_or_init(|| found))
}

/// A launcher. Dropping it kills it: its program must have been ended before.
#[derive(Debug)]
pub struct Launcher {
    socket: OwnedFd,
    child: Child,
    /// True if it is for one tool: a tool has the user's environment, and processes that it leaves behind are neither
    /// killed nor counted for the next program.
    tool: bool,
}

impl Drop for Launcher {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        lock(&ALL).remove(&self.child.id());
    }
}

/// Starts a program with these streams; its launcher, its process, and where its end can be waited for.
///
/// # Errors
/// If it cannot be started.
pub fn start(order: Order, streams: [BorrowedFd<'_>; 3]) -> io::Result<(Launcher, Pid, OwnedFd)> {
    let tool = order.tool;
    let request = Request::Start(order);
    loop {
        let idle = if tool { None } else { lock(&IDLE).pop() };
        let used_before = idle.is_some();
        let launcher = match idle {
            Some(launcher) => launcher,
            None => Launcher::spawn(tool)?,
        };
        match launcher.ask(&request, &streams) {
            Ok((Reply::Started { pid, gaps }, pidfd)) => {
                gaps.notice();
                let (leader, exit) = Pid::from_raw(pid)
                    .zip(pidfd.into_iter().next())
                    .ok_or_else(|| io::Error::other("the launcher names no process"))?;
                return Ok((launcher, leader, exit));
            }
            Ok((Reply::Refused { code, text }, _)) => {
                launcher.rest();
                return Err(
                    code.map_or_else(|| io::Error::other(text), io::Error::from_raw_os_error)
                );
            }
            Ok(_) => return Err(io::Error::other("the launcher has started nothing")),
            Err(error) if error.kind() == ErrorKind::ArgumentListTooLong => return Err(error),
            // Somebody has killed it while it waited.
            Err(_) if used_before => {}
            Err(error) => return Err(error),
        }
    }
}

impl Launcher {
    fn spawn(tool: bool) -> io::Result<Launcher> {
        if !tool {
            memory::require_children(std::process::id())?;
        }
        // Adopts the processes of a launcher that was killed. If this fails, the match is played without it.
        ADOPT.call_once(|| {
            let _ = set_child_subreaper(Some(getpid()));
        });
        let flags = SocketFlags::CLOEXEC;
        let (socket, other) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
        set_socket_timeout(&socket, Timeout::Recv, Some(PATIENCE))?;
        let mut command = Command::new(program()?);
        command
            // No name that somebody uses who kills the arena: what is killed by name together with the arena cannot
            // end its program.
            .arg0("launcher")
            .arg(serve::ARGUMENT)
            .stdin(other)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // The programs that it starts inherit its environment.
        if tool {
            command.env_remove(SECRET_VARIABLE);
        } else {
            command.env_clear().envs(environment());
        }
        // Held while it is born: between its birth and its entry in the list it would look like a stray.
        let mut all = lock(&ALL);
        let child = command.spawn()?;
        all.insert(child.id());
        Ok(Launcher {
            socket,
            child,
            tool,
        })
    }

    /// Waits for the next program.
    fn rest(self) {
        if !self.tool {
            lock(&IDLE).push(self);
        }
    }

    /// Hangs up when the launcher is gone.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn ask(
        &self,
        request: &Request,
        streams: &[BorrowedFd<'_>],
    ) -> io::Result<(Reply, Vec<OwnedFd>)> {
        send(self.socket.as_fd(), request, streams)?;
        receive(self.socket.as_fd(), &mut [0; 1024])
    }

    /// Ends the program with everything that it has left behind; how it ended, and its peak memory in bytes.
    ///
    /// A program whose launcher is gone counts as killed: nobody but its own side had a reason to.
    pub fn end(self) -> (ExitStatus, u64) {
        match self.ask(&Request::End, &[]) {
            Ok((Reply::Ended { status, peak }, _)) => {
                self.rest();
                (ExitStatus::from_raw(status), peak)
            }
            _ => {
                drop(self);
                sweep();
                let killed = Signal::KILL.as_raw();
                (ExitStatus::from_raw(killed), 0)
            }
        }
    }
}

/// Kills and reaps what a killed launcher has left behind: that has become ours. Everything that a launcher ever started
/// is in another session than we are; everything that we start ourselves, but for the launchers, is in ours.
fn sweep() {
    let all = lock(&ALL);
    let Some(own) = memory::session(std::process::id()) else {
        return;
    };
    for _ in 0..100 {
        let strays: Vec<Pid> = memory::children(std::process::id())
            .into_iter()
            .filter(|pid| !all.contains(pid))
            .filter(|&pid| memory::session(pid).is_some_and(|session| session != own))
            .filter_map(|pid| Pid::from_raw(pid.cast_signed()))
            .filter(|&pid| kill_process(pid, Signal::KILL).is_ok())
            .collect();
        if strays.is_empty() {
            return;
        }
        for pid in strays {
            let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED);
        }
    }
}
