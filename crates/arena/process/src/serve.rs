//! The launcher: the arena's own program once more, as a small parent for programs of other people, one at a time.
//!
//! It is the nearest subreaper of everything that the program starts, so whatever outlives its own parent becomes a
//! child of the launcher, in whichever process group or session it is: the launcher knows whose it is. And the peak
//! that the kernel reports for a program begins with what its parent held, which is little here.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitCode};
use std::thread::sleep;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, getpid, getpriority_process,
    kill_process, kill_process_group, pidfd_open, pidfd_send_signal, set_child_subreaper,
    set_dumpable_behavior, setsid, waitid,
};
use wait4::Wait4;

use super::sandbox::{FamilyLimit, Gaps};
use super::wire::{LARGEST, Order, Reply, Request, receive, send};
use super::{affinity, memory};

/// The hidden first argument that makes a launcher of the arena.
pub const ARGUMENT: &str = "--internal-launcher";

/// A tool that has been asked to end has this time for it.
const TOOL_PATIENCE: Timespec = Timespec {
    tv_sec: 2,
    tv_nsec: 0,
};

/// The number of looks after which a family that is still growing is killed as it is.
const LOOKS: u32 = 100;

/// The number of rounds in a row without a kill after which the rest is left alone: it has rights that we lack.
const VAIN: u32 = 100;

/// Returns true if this command line asks for a launcher.
pub fn is_launcher(words: &[OsString]) -> bool {
    words.get(1).is_some_and(|word| word == ARGUMENT)
}

/// Serves the arena, which is at the other end of standard input, until it closes that or dies.
pub fn serve() -> ExitCode {
    // A session of its own: no signal of the terminal arrives, and no program can join a process group of the arena's.
    let _ = setsid();
    let _ = rustix::thread::set_name(c"launcher");
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    if set_child_subreaper(Some(getpid())).is_err() {
        return ExitCode::FAILURE;
    }
    let socket = io::stdin();
    let mut buffer = vec![0; LARGEST];
    let mut running = None;
    let mut polite = false;
    while let Ok((request, streams)) = receive(socket.as_fd(), &mut buffer) {
        let sent = match request {
            Request::Start(order) => {
                polite = polite || be_as_nice_as_before();
                match start(&order, streams) {
                    Ok((child, exit, gaps)) => {
                        let pid = Pid::from_child(&child).as_raw_nonzero().get();
                        running = Some((child, order.tool));
                        let started = Reply::Started { pid, gaps };
                        send(socket.as_fd(), &started, &[exit.as_fd()])
                    }
                    Err(error) => {
                        let (code, text) = (error.raw_os_error(), error.to_string());
                        send(socket.as_fd(), &Reply::Refused { code, text }, &[])
                    }
                }
            }
            Request::End => {
                let (status, peak) = end(running.take());
                send(socket.as_fd(), &Reply::Ended { status, peak }, &[])
            }
        };
        if sent.is_err() {
            break;
        }
    }
    end(running);
    ExitCode::SUCCESS
}

/// If the kernel shares processors out by session, a nice value counts within the session only, and ours is new. Gives
/// the session the nice value that the arena was started with. Returns `false` if that must be tried again, because the
/// kernel accepts such a request only now and then.
fn be_as_nice_as_before() -> bool {
    match getpriority_process(None) {
        Ok(0) | Err(_) => true,
        Ok(nice) => match fs::write("/proc/self/autogroup", nice.to_string()) {
            Ok(()) => true,
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        },
    }
}

fn start(order: &Order, streams: Vec<OwnedFd>) -> io::Result<(Child, OwnedFd, Gaps)> {
    let (program, arguments) = order
        .words
        .split_first()
        .ok_or_else(|| io::Error::other("the command is empty"))?;
    let [stdin, stdout, stderr] = <[OwnedFd; 3]>::try_from(streams)
        .map_err(|_| io::Error::other("a program needs three streams"))?;
    let mut command = Command::new(program);
    for name in &order.without {
        command.env_remove(name);
    }
    command
        .args(arguments)
        .envs(order.variables.iter().map(|(name, value)| (name, value)))
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .process_group(0);
    if let Some(folder) = &order.folder {
        command.current_dir(folder);
    }
    // Nothing that wants a closure between fork and exec (a death signal, say): without one the standard library uses
    // vfork, which costs the program less of its time.
    let mut spawn = || affinity::bound(order.core, || command.spawn());
    let (child, gaps) = match &order.sandbox {
        Some(sandbox) => {
            let limit = FamilyLimit::begin();
            let (child, gaps) = sandbox.enclose(spawn)?;
            if let Ok(child) = &child {
                limit.bind(Pid::from_child(child));
            }
            (child, gaps)
        }
        None => (spawn(), Gaps::default()),
    };
    let mut child = child?;
    match pidfd_open(Pid::from_child(&child), PidfdFlags::empty()) {
        Ok(exit) => Ok((child, exit, gaps)),
        Err(error) => {
            let _ = child.kill();
            let _ = child.wait();
            Err(error.into())
        }
    }
}

/// Ends the program and everything that it has left behind; how it ended, and its peak memory in bytes.
fn end(running: Option<(Child, bool)>) -> (i32, u64) {
    let Some((child, tool)) = running else {
        return (0, 0);
    };
    let leader = Pid::from_child(&child);
    if tool {
        let _ = kill_process_group(leader, Signal::TERM);
        if let Ok(exit) = pidfd_open(leader, PidfdFlags::empty()) {
            let _ = poll(
                &mut [PollFd::new(&exit, PollFlags::IN)],
                Some(&TOOL_PATIENCE),
            );
        }
    }
    // Before the leader is reaped: until then its number cannot belong to another group.
    let _ = kill_process_group(leader, Signal::KILL);
    let _ = kill_process(leader, Signal::KILL);
    let used = child.wait4();
    if !tool {
        reap();
    }
    used.map_or((0, 0), |used| (used.status.into_raw(), used.rusage.maxrss))
}

/// Stops all that is below this process. What would fork for every one that is killed stands still then, and because there
/// is a most of it (its [`FamilyLimit`]), all of it does in the end.
fn freeze(own: u32) {
    let mut stopped = BTreeSet::new();
    for _ in 0..LOOKS {
        let (mut open, mut grown) = (vec![own], false);
        while let Some(parent) = open.pop() {
            for pid in memory::children(parent) {
                open.push(pid);
                if !stopped.contains(&pid) {
                    grown = true;
                    if stop(parent, pid).is_some() {
                        stopped.insert(pid);
                    }
                }
            }
        }
        if !grown {
            return;
        }
    }
}

/// Stops a child of this parent; `None` if it is no child of its any more.
fn stop(parent: u32, pid: u32) -> Option<()> {
    let handle = pidfd_open(Pid::from_raw(pid.cast_signed())?, PidfdFlags::empty()).ok()?;
    // Only now nobody else can get the number.
    memory::children(parent).contains(&pid).then_some(())?;
    pidfd_send_signal(&handle, Signal::STOP).ok()
}

/// Kills and reaps until there is no child. The children of one that dies become ours, so this reaches all.
fn reap() {
    let own = getpid().as_raw_nonzero().get().cast_unsigned();
    let mut vain = 0;
    let mut frozen = false;
    while vain < VAIN {
        match waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOHANG) {
            Ok(Some(_)) => continue,
            Ok(None) => {}
            Err(_) => return,
        }
        if !frozen {
            freeze(own);
            frozen = true;
        }
        let killed = memory::children(own)
            .into_iter()
            .filter_map(|pid| Pid::from_raw(pid.cast_signed()))
            .filter(|&pid| kill_process(pid, Signal::KILL).is_ok())
            .count();
        if killed > 0 {
            vain = 0;
            let _ = waitid(WaitId::All, WaitIdOptions::EXITED);
        } else {
            vain += 1;
            sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_is_taken_from_the_environment_is_gone_before_something_is_added() {
        // Cargo sets these for a test.
        let [gone, set] = ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME"].map(str::to_owned);
        let print = format!("echo ${{{gone}-none}} ${set}");
        let order = Order {
            words: ["/bin/sh", "-c", &print].map(str::to_owned).to_vec(),
            without: vec![gone, set.clone()],
            variables: vec![(set, "own".to_owned())],
            ..Order::default()
        };
        let (stdin, _) = io::pipe().unwrap();
        let (mut stdout, theirs) = io::pipe().unwrap();
        let stderr = theirs.try_clone().unwrap();
        let streams = vec![stdin.into(), theirs.into(), stderr.into()];
        let (mut child, ..) = start(&order, streams).unwrap();
        let mut text = String::new();
        stdout.read_to_string(&mut text).unwrap();
        assert!(child.wait().unwrap().success());
        assert_eq!(text, "none own\n");
    }
}
