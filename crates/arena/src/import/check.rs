//! The same game through our own referee.

use serde_json::{Value, json};

use super::read::{SiteLog, short};
use super::record::first_request;
use crate::conduct::Stop;
use crate::log::Disagreement;

/// The first difference between what the site's judge said (command and content) and what our referee says; `None` if
/// there is none.
pub fn difference(site: &SiteLog) -> Option<Disagreement> {
    let mut referee = (site.game.referee)();
    let initdata = initdata(site);
    let unusable = |turn, stop| {
        let text = match stop {
            Stop::Cancelled => "our referee was cancelled".to_owned(),
            Stop::Failed(error) if turn == 0 => format!("our referee cannot begin: {error:#}"),
            Stop::Failed(error) => format!("our referee cannot go on: {error:#}"),
        };
        Some(Disagreement { turn, text })
    };
    // A map without a seed was not made by us, so there is no first output to compare.
    let began = if is_map(&initdata) {
        referee.resume(&initdata).map(|()| None)
    } else {
        referee.begin(&initdata).map(Some)
    };
    let mut ours = match began {
        Ok(output) => output,
        Err(stop) => return unusable(0, stop),
    };
    for (k, turn) in site.turns.iter().enumerate() {
        if let Some(text) = differ(k, &turn.output, ours.as_ref()) {
            return Some(Disagreement { turn: k, text });
        }
        ours = match referee.turn(&turn.entry()) {
            Ok(output) => Some(output),
            Err(stop) => return unusable(k, stop),
        };
    }
    let turn = site.turns.len();
    differ(turn, &site.end, ours.as_ref()).map(|text| Disagreement { turn, text })
}

/// What our referee begins with: the seed that a map was made from if the log tells it, else the map.
pub fn initdata(site: &SiteLog) -> Value {
    let first = first_request(site);
    match site.game.name {
        "snake" => {
            let given = match &site.given {
                Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
                other => other.clone(),
            };
            if given["seed"].is_i64() && site.made["seed"].is_null() {
                let mut seed = json!({"seed": given["seed"]});
                for key in ["width", "height"] {
                    if let Some(size) = given.get(key) {
                        seed[key] = size.clone();
                    }
                }
                return seed;
            }
            json!({"height": first["height"], "width": first["width"], "obstacle": first["obstacle"]})
        }
        "tetris2" => json!({"firstBlock": first["block"]}),
        _ => json!(""),
    }
}

/// Whether a referee goes on from this initdata, instead of making a map of it.
fn is_map(initdata: &Value) -> bool {
    initdata.get("obstacle").is_some()
}

fn differ(turn: usize, site: &Value, ours: Option<&Value>) -> Option<String> {
    let ours = ours?;
    for key in ["command", "content"] {
        if !same(&site[key], &ours[key]) {
            return Some(format!(
                "turn {}, {key}: the site has {}, we have {}; what follows is not compared",
                turn + 1,
                short(&site[key]),
                short(&ours[key])
            ));
        }
    }
    None
}

/// Equal as JavaScript sees it: 2.0 is 2.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}
