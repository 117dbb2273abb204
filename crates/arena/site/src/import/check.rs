//! The same game through our own referee.

use anyhow::Error;
use arena_common::Message;
use gameplay::botzone::error_text;
use gameplay::record::Disagreement;
use serde_json::Value;

use super::read::{SiteLog, first_request, short};

/// The first difference between what the site's judge said (command and content) and what our referee says, if there is
/// any; if there is none, our referee's reason for the end, if it has one.
pub fn compare(site: &SiteLog) -> (Option<Disagreement>, Option<String>) {
    match played_again(site) {
        Ok(err) => (None, err),
        Err(disagreement) => (Some(disagreement), None),
    }
}

fn played_again(site: &SiteLog) -> Result<Option<String>, Disagreement> {
    let mut referee = (site.botzone.referee)();
    let initdata = initdata(site);
    let unusable = |turn, error: Error| {
        let text = match turn {
            0 => msg!("our referee cannot begin: {error:#}"),
            _ => msg!("our referee cannot go on: {error:#}"),
        };
        Err(Disagreement { turn, text })
    };
    // If our referee did not make the initdata, there is no first output to compare.
    let began = if (site.botzone.site_log.is_made)(&initdata) {
        referee.resume(&initdata).map(|()| None)
    } else {
        referee.begin(&initdata).map(Some)
    };
    let mut ours = match began {
        Ok(output) => output,
        Err(error) => return unusable(0, error),
    };
    for (k, turn) in site.turns.iter().enumerate() {
        if let Some(text) = differ(k, &turn.output, ours.as_ref()) {
            return Err(Disagreement { turn: k, text });
        }
        ours = match referee.turn(&turn.entry()) {
            Ok(output) => Some(output),
            Err(error) => return unusable(k, error),
        };
    }
    let turn = site.turns.len();
    match differ(turn, &site.end, ours.as_ref()) {
        Some(text) => Err(Disagreement { turn, text }),
        None => Ok(ours.and_then(|ours| error_text(&ours["display"]))),
    }
}

/// The initdata with which our referee begins.
pub fn initdata(site: &SiteLog) -> Value {
    (site.botzone.site_log.initdata)(&site.given, &site.made, first_request(site))
}

fn differ(turn: usize, site: &Value, ours: Option<&Value>) -> Option<Message> {
    let ours = ours?;
    for key in ["command", "content"] {
        if !same(&site[key], &ours[key]) {
            return Some(msg!(
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
