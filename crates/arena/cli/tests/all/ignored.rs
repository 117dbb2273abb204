//! A test that `cargo test` leaves out is run by a script, which the test names.

use std::fs;

use crate::architecture::{files, metadata, relative, root};

/// The reasons of the ignored tests of a file.
fn reasons(code: &str) -> Vec<&str> {
    let rest = code.split("\n#[ignore").chain(code.split("\n    #[ignore"));
    let reasons = rest.filter(|rest| rest.starts_with([' ', ']']));
    reasons
        .map(|rest| rest.split(']').next().unwrap_or_default())
        .collect()
}

#[test]
fn every_ignored_test_names_the_script_that_runs_it() {
    let packages = metadata().packages;
    let mut found = 0;
    for path in ["crates", "bots"]
        .map(|folder| files(&root().join(folder), "rs"))
        .concat()
    {
        let code = fs::read_to_string(&path).unwrap();
        let file = relative(&path);
        for reason in reasons(&code) {
            let script = reason
                .split([' ', '"', ':'])
                .find(|word| word.starts_with("scripts/"));
            let script = script.unwrap_or_else(|| panic!("{file}: which script runs it? {reason}"));
            let text = fs::read_to_string(root().join(script)).unwrap();
            let folder = |package: &&cargo_metadata::Package| {
                let manifest = relative(package.manifest_path.as_std_path());
                let folder = manifest.strip_suffix("Cargo.toml").unwrap();
                file.starts_with(folder)
            };
            let package = &packages.iter().find(folder).unwrap().name;
            // scripts/ci looks for those that name it.
            let found_there = script == "scripts/ci"
                && ["crates/games/", "bots/"]
                    .iter()
                    .any(|folder| file.starts_with(folder));
            let named = if found_there {
                "\"${slow[@]}\"".to_owned()
            } else {
                format!("-p {package} ")
            };
            let runs = |line: &str| line.contains("--ignored") && line.contains(&named);
            assert!(text.lines().any(runs), "{file}: {script} does not run it");
            found += 1;
        }
    }
    assert!(found > 10, "{found}");
}
