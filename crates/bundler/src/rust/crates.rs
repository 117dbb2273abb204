//! The crates that a bot is made of, in the order of the file: the bot, earlier bots, its game, the search, the
//! protocol, and last the crates of other people.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::build::Features;
use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Node, Package, PackageId};

/// Crates that the file has a small stand-in for, and what is only there for them.
const STOOD_IN_FOR: [&str; 2] = ["serde", "serde_json"];

/// One library of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crate {
    /// Its package's name.
    pub name: String,
    /// Its package's version.
    pub version: String,
    /// Its licence, as its manifest says it.
    pub license: String,
    /// The module that it becomes; `None` for the bot itself, which is the file.
    pub module: Option<String>,
    /// True if it belongs to this workspace.
    pub own: bool,
    /// Its `lib.rs`.
    pub root: PathBuf,
    /// Its features.
    pub features: BTreeSet<String>,
    /// The crates that it can name: the name in its source, and the module.
    pub externs: BTreeMap<String, String>,
}

/// The crates of a bot, users before what they use, with these features.
///
/// # Errors
/// If Cargo does not tell, or a package has no library.
pub fn of_bot(workspace: &Path, bot: &str, features: &Features) -> Result<Vec<Crate>> {
    let metadata = MetadataCommand::new()
        .current_dir(workspace)
        .other_options(["--filter-platform", "x86_64-unknown-linux-gnu"].map(str::to_owned))
        .exec()
        .context("cargo metadata")?;
    let resolve = metadata
        .resolve
        .as_ref()
        .context("cargo resolves nothing")?;
    let nodes: BTreeMap<&PackageId, &Node> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let root = (metadata.packages.iter())
        .find(|package| package.name == bot)
        .with_context(|| msg!("no package `{bot}`"))?;
    let mut order = Vec::new();
    visit(&metadata, &nodes, &root.id, &mut order)?;
    order.reverse();
    let taken = modules_of(&library(root)?);
    let (mut own, foreign): (Vec<&Package>, Vec<&Package>) = order
        .into_iter()
        .partition(|package| package.source.is_none());
    // The bot stays the first: the sort is stable.
    own.sort_by_key(|package| room(package));
    let all: Vec<&Package> = own.into_iter().chain(foreign).collect();
    let module = |package: &Package| {
        let name = package.name.replace('-', "_");
        // A module of the bot has the name already.
        if taken.contains(&name) {
            format!("{name}_crate")
        } else {
            name
        }
    };
    all.iter()
        .map(|package| {
            let node = nodes.get(&package.id).context("a package without a node")?;
            let externs = used(node).filter_map(|(name, id)| {
                let package = metadata.packages.iter().find(|package| package.id == *id)?;
                (!is_macro(package)).then(|| (name.to_owned(), module(package)))
            });
            Ok(Crate {
                name: package.name.to_string(),
                version: package.version.to_string(),
                license: package.license.clone().unwrap_or_default(),
                module: (package.id != root.id).then(|| module(package)),
                own: package.source.is_none(),
                root: library(package)?,
                features: features.get(&package.id.repr).cloned().unwrap_or_default(),
                externs: externs.collect(),
            })
        })
        .filter(|found| !matches!(found, Ok(found) if STOOD_IN_FOR.contains(&found.name.as_str())))
        .collect()
}

/// The rank of a package of this workspace in the order of reading: after the bots come the rules, the search, the
/// protocol, by the folder that the package is, or is in.
fn room(package: &Package) -> usize {
    const ROOMS: [&str; 4] = ["bots", "games", "search", "judges"];
    let folders = package.manifest_path.ancestors().skip(1).take(2);
    let names: Vec<&str> = folders.filter_map(|folder| folder.file_name()).collect();
    let mut rooms = ROOMS.iter();
    rooms.position(|room| names.contains(room)).unwrap_or(0)
}

/// Adds a package behind all that it uses.
fn visit<'a>(
    metadata: &'a Metadata,
    nodes: &BTreeMap<&PackageId, &'a Node>,
    id: &PackageId,
    order: &mut Vec<&'a Package>,
) -> Result<()> {
    if order.iter().any(|package| package.id == *id) {
        return Ok(());
    }
    let package = (metadata.packages.iter())
        .find(|package| package.id == *id)
        .context("a dependency without a package")?;
    if is_macro(package) {
        return Ok(());
    }
    if !STOOD_IN_FOR.contains(&package.name.as_str()) {
        let node = nodes.get(id).context("a package without a node")?;
        for (_, used) in used(node) {
            visit(metadata, nodes, used, order)?;
        }
    }
    order.push(package);
    Ok(())
}

/// The packages that a package's library is built with, and its names for them.
fn used(node: &Node) -> impl Iterator<Item = (&str, &PackageId)> {
    let normal = |dependency: &&cargo_metadata::NodeDep| {
        let mut kinds = dependency.dep_kinds.iter();
        kinds.any(|kind| kind.kind == DependencyKind::Normal)
    };
    node.deps
        .iter()
        .filter(normal)
        .map(|dependency| (dependency.name.as_str(), &dependency.pkg))
}

fn is_macro(package: &Package) -> bool {
    package.targets.iter().any(|target| target.is_proc_macro())
}

fn library(package: &Package) -> Result<PathBuf> {
    let library = package.targets.iter().find(|target| target.is_lib());
    let library = library.with_context(|| format!("`{}` has no library", package.name))?;
    Ok(library.src_path.clone().into())
}

/// The names of the modules beside a `lib.rs`.
fn modules_of(root: &Path) -> BTreeSet<String> {
    let files = root.parent().and_then(|folder| folder.read_dir().ok());
    let names = files.into_iter().flatten().filter_map(|entry| {
        let path = entry.ok()?.path();
        Some(path.file_stem()?.to_str()?.to_owned())
    });
    names.collect()
}
