//! Differences between two identities of a player.

use arena_common::texts::tr;

use super::{Digests, Identity};
use crate::player::Overrides;

impl Identity {
    /// The options agreed with this player alone, if there are any.
    pub fn overrides(&self) -> Option<&Overrides> {
        match self {
            Identity::Agreed { overrides, .. } => Some(overrides),
            _ => None,
        }
    }

    /// The difference from the identity `old`; `None` if the two are equal.
    pub fn change(&self, old: &Identity) -> Option<String> {
        if self == old {
            return None;
        }
        Some(match (old, self) {
            (Identity::Command(old), Identity::Command(new)) => {
                said!("{} changed", changed(old, new))
            }
            (
                Identity::Bot {
                    version,
                    bench,
                    params,
                },
                Identity::Bot {
                    version: new_version,
                    bench: new_bench,
                    params: new_params,
                },
            ) => {
                if bench != new_bench {
                    said!("its bench signature was {bench} and is {new_bench}")
                } else if params != new_params {
                    said!("{} changed", changed(params, new_params))
                } else {
                    said!("its version was {version} and is {new_version}")
                }
            }
            (Identity::Source { language, .. }, Identity::Source { language: new, .. }) => {
                if language != new {
                    said!("its language was {language} and is {new}")
                } else {
                    said!("its source changed")
                }
            }
            (
                Identity::Agreed {
                    overrides,
                    files,
                    player,
                },
                Identity::Agreed {
                    overrides: new_overrides,
                    files: new_files,
                    player: new_player,
                },
            ) => match new_player.change(player) {
                Some(why) => why,
                None if overrides != new_overrides => agreed(overrides, new_overrides),
                None => said!("{} changed", changed(files, new_files)),
            },
            (
                Identity::Agreed {
                    overrides, player, ..
                },
                plain,
            ) if **player == *plain => agreed(overrides, &Overrides::default()),
            (
                plain,
                Identity::Agreed {
                    overrides, player, ..
                },
            ) if **player == *plain => agreed(&Overrides::default(), overrides),
            _ => said!("it is of another kind"),
        })
    }
}

fn agreed(old: &Overrides, new: &Overrides) -> String {
    let [old, new] = [old, new].map(|own| serde_json::to_string(own).unwrap_or_default());
    said!("what was agreed with it was {old} and is {new}")
}

/// The names that do not have the same file in both.
fn changed(old: &Digests, new: &Digests) -> String {
    let mut names: Vec<&str> = (old.iter().chain(new))
        .filter(|(name, _)| old.get(*name) != new.get(*name))
        .map(|(name, _)| name.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    names.join(tr(" and "))
}
