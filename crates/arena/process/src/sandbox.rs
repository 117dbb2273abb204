//! The restrictions on a program of somebody else: it can read the system and the files it was given, write its own
//! folder, and do nothing else. It has no network, not even the machine's own.
//!
//! Landlock restricts a thread and all that it starts, and so does a filter of system calls. So a program is started by a
//! thread of its launcher that restricts itself first and then ends: what is between fork and exec stays the standard
//! library's affair, and the launcher itself keeps its rights, which it needs for the next program.

use std::env::consts::ARCH;
use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::thread::{Builder, scope};

use anyhow::Result;
use landlock::{
    ABI, Access, AccessFs, BitFlags, LandlockStatus, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, Scope, path_beneath_rules,
};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setrlimit};
use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};
use serde::{Deserialize, Serialize};

use arena_common::notice;

/// The parts of the system that every program may read and execute. Folders of users are in none of these.
const SYSTEM: [&str; 13] = [
    "/bin", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/opt", "/proc",
    "/sbin", "/sys", "/usr",
];
/// The devices that every program may use: those of no harm, shared memory, and processors of graphics.
const DEVICES: [&str; 10] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/shm",
    "/dev/dri",
    "/dev/kfd",
    "/dev/nvidiactl",
    "/dev/nvidia-uvm",
];
/// One more for each processor of graphics.
const GRAPHICS: std::ops::Range<u32> = 0..16;

/// The most processes and threads that a program and its family may have, beside all that there are.
const FAMILY: u64 = 512;

/// The rights that root keeps: those over files, because in a container the user's files may be somebody else's.
const OF_ROOT: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::DAC_READ_SEARCH)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID);

/// The Landlock of Linux 6.2: it is the first that can keep a program from cutting a file short.
const NEEDED: ABI = ABI::V3;
/// The newest of which something is used where there is it: that of Linux 6.12, which also keeps signals in.
const NEWEST: ABI = ABI::V6;

/// The paths that a program may use beside the system's. One that is not there does no harm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sandbox {
    /// The paths that it may read and execute, with all that is below.
    pub readable: Vec<PathBuf>,
    /// The paths that it may write, too.
    pub writable: Vec<PathBuf>,
}

/// The accesses that the kernel cannot prevent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gaps {
    /// Files that are not its own.
    pub files: bool,
    /// The network.
    pub network: bool,
}

/// Returns true if all below a path is the system's, and so may be read anyway.
pub fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

impl Sandbox {
    /// Does something, such as to start a program, on a thread that is in this sandbox, and so is what it starts.
    ///
    /// # Errors
    /// If there is no such thread.
    pub(crate) fn enclose<T: Send>(
        &self,
        work: impl FnOnce() -> T + Send,
    ) -> io::Result<(T, Gaps)> {
        let enclosed = || {
            for right in CapabilitySet::all().difference(OF_ROOT).iter() {
                // A user who is not root has none that could be taken.
                let _ = remove_capability_from_bounding_set(right);
            }
            let gaps = Gaps {
                files: !matches!(self.restrict_files(), Ok(LandlockStatus::Available { effective_abi, .. }) if effective_abi >= NEEDED),
                network: !forbid_sockets(),
            };
            (work(), gaps)
        };
        scope(|scope| {
            let thread = Builder::new().spawn_scoped(scope, enclosed)?;
            thread.join().or_else(|panic| resume_unwind(panic))
        })
    }

    fn restrict_files(&self) -> Result<LandlockStatus> {
        // Turn by turn it is that of the same program.
        static LAST: Mutex<Option<(Sandbox, RulesetCreated)>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, rules) = match last.take() {
            Some(known) if known.0 == *self => last.insert(known),
            _ => last.insert((self.clone(), self.rules()?)),
        };
        Ok(rules.try_clone()?.restrict_self()?.landlock)
    }

    fn rules(&self) -> Result<RulesetCreated> {
        let read = AccessFs::from_read(NEWEST);
        // A device that it makes itself is no file of its own.
        let made = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev;
        let write = AccessFs::from_all(NEWEST) & !made;
        let device: BitFlags<AccessFs> = write | AccessFs::IoctlDev;
        let graphics = GRAPHICS.map(|number| format!("/dev/nvidia{number}"));
        Ok(Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, read))?
            .add_rules(path_beneath_rules(&self.readable, read))?
            .add_rules(path_beneath_rules(DEVICES, device))?
            .add_rules(path_beneath_rules(graphics, device))?
            .add_rules(path_beneath_rules(&self.writable, write))?)
    }
}

/// Forbids this thread all sockets with a name or an address, if the kernel can do that. Pairs of sockets, by which a
/// program talks to its own children, stay allowed.
fn forbid_sockets() -> bool {
    static FILTER: OnceLock<Option<BpfProgram>> = OnceLock::new();
    let filter = FILTER.get_or_init(|| socket_filter().ok());
    filter
        .as_ref()
        .is_some_and(|filter| apply_filter(filter).is_ok())
}

fn socket_filter() -> Result<BpfProgram> {
    let mut calls = vec![libc::SYS_socket, libc::SYS_io_uring_setup];
    #[cfg(target_arch = "x86_64")]
    {
        // The same calls as programs with small pointers make them.
        const X32: i64 = 0x4000_0000;
        calls.extend_from_within(..);
        calls[2..].iter_mut().for_each(|call| *call |= X32);
    }
    let rules = calls.into_iter().map(|call| (call, Vec::new())).collect();
    let (allow, refuse) = (
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EACCES.cast_unsigned()),
    );
    let filter = SeccompFilter::new(rules, allow, refuse, TargetArch::try_from(ARCH)?)?;
    Ok(BpfProgram::try_from(filter)?)
}

/// The limit on the processes of a program's family. The kernel counts all of the user's processes, so this limit comes
/// on top of all those on the machine. The kernel ignores it for root.
#[derive(Debug)]
pub(crate) struct FamilyLimit {
    before: Rlimit,
    limit: Option<u64>,
}

impl FamilyLimit {
    /// From now on what this process starts is born with the limit. It is lifted with the end of this.
    pub(crate) fn begin() -> Self {
        let before = getrlimit(Resource::Nproc);
        let limit = tasks().map(|tasks| {
            let known = [before.current, before.maximum].into_iter().flatten();
            known.fold(tasks + FAMILY, u64::min)
        });
        if limit.is_some() {
            let lower = Rlimit {
                current: limit,
                ..before
            };
            let _ = setrlimit(Resource::Nproc, lower);
        }
        Self { before, limit }
    }

    /// Takes from a program that was just started the right to lift it.
    pub(crate) fn bind(&self, program: Pid) {
        if self.limit.is_some() {
            let for_good = Rlimit {
                current: self.limit,
                maximum: self.limit,
            };
            let _ = prlimit(Some(program), Resource::Nproc, for_good);
        }
    }
}

impl Drop for FamilyLimit {
    fn drop(&mut self) {
        let _ = setrlimit(Resource::Nproc, self.before);
    }
}

/// The processes and threads of all users.
fn tasks() -> Option<u64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    let (_, all) = text.split_whitespace().nth(3)?.split_once('/')?;
    all.parse().ok()
}

impl Gaps {
    /// Says once what is missing.
    pub(crate) fn notice(self) {
        static SAID: Once = Once::new();
        if self == Gaps::default() {
            return;
        }
        SAID.call_once(|| {
            if self.files {
                notice!(
                    "note: players can read and write all your files, because this kernel, or the container that this runs \
                     in, has no Landlock of Linux 6.2 or later; play programs that you trust"
                );
            }
            if self.network {
                notice!(
                    "note: players can use the network, because this kernel, or the container that this runs in, filters no \
                     system calls (seccomp); play programs that you trust"
                );
            }
        });
    }
}
