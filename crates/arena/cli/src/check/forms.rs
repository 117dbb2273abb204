//! The forms in which the site may send a first turn, for a program of somebody else: input that no judge sends is none of
//! its business, but what the protocol leaves open is.

use anyhow::Result;
use arena_common::Message;
use contest::Contest;
use journal::schedule::init_seed;
use process::End;
use referee::botzone::probe::{ask, first_request, foreign, legal};
use referee::diagnosis::{Form, told};
use serde_json::{Value, json};

/// Gives every form of a first turn to player A and looks for a legal answer. Saiblo's bytes have one form.
///
/// # Errors
/// The first form that it does not read, and what it did.
pub fn reads_all(base: &Contest) -> Result<Message> {
    let Some(game) = base.host.game.and_then(|game| game.botzone()) else {
        return Ok(msg!(
            "there is one form of this game's bytes, which the games try"
        ));
    };
    let player = &base.players[0];
    let rules = player.overrides.apply(&base.rules);
    let simple = (game.simple).filter(|_| rules.simple_io);
    let request = first_request(game, init_seed(base.seed, 0))?;
    let forms = match simple {
        None => json_forms(&request, rules.keeps_running()),
        Some(simple) => simple_forms(&(simple.request_line)(&request), rules.keeps_running()),
    };
    let launch = player.launch(&base.rules, base.seed)?;
    for (name, input) in &forms {
        let turn = ask(&launch, input, &rules)?;
        let well = match turn.end {
            End::Exit(status) => status.success(),
            End::Marker => true,
            _ => false,
        };
        let answer = legal(game, simple, &request, &turn.output);
        if !well || answer.is_err() {
            let form = simple.map_or(Form::Json, |_| Form::Simple);
            let asked = foreign(&launch, form, &rules);
            let why = answer.err().filter(|_| well);
            let told = told(
                &turn,
                asked,
                why.map(|why| arena_common::foreign::read(&why)),
            );
            fail!("{name}: {told}\nthe site's documentation allows this form: {input:?}");
        }
    }
    Ok(msg!("{} forms", forms.len()))
}

/// The protocol description (section 2) says of JSON: keys have no fixed order, there may be others, `data` and `globaldata`
/// may be absent, null or empty, and the types of the limits are not fixed.
fn json_forms(request: &Value, kept: bool) -> Vec<(&'static str, String)> {
    let good = json!({"requests": [request], "responses": []});
    let with = |extra: Value| {
        let mut all = good.clone();
        if let (Some(all), Value::Object(extra)) = (all.as_object_mut(), extra) {
            all.extend(extra);
        }
        format!("{all}\n")
    };
    let mut forms = vec![
        ("requests and responses alone", format!("{good}\n")),
        (
            "keys in another order",
            format!("{{\"responses\":[],\"requests\":[{request}]}}\n"),
        ),
        (
            "data and globaldata that are null",
            with(json!({"data": null, "globaldata": null})),
        ),
        (
            "data and globaldata that are empty",
            with(json!({"data": "", "globaldata": ""})),
        ),
        (
            "limits that are text",
            with(json!({"time_limit": "1", "memory_limit": "256"})),
        ),
    ];
    // A program that is kept running must wait for the end of the line.
    if !kept {
        forms.push(("no end of the line", good.to_string()));
    }
    forms
}

/// And of simple IO (section 3): absent trailing parts are left out, or are empty lines.
fn simple_forms(request: &str, kept: bool) -> Vec<(&'static str, String)> {
    let mut forms = vec![("number and request alone", format!("1\n{request}\n"))];
    if !kept {
        forms.push((
            "empty lines for data and globaldata",
            format!("1\n{request}\n\n\n"),
        ));
        forms.push(("no end of the last line", format!("1\n{request}")));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_the_same_turn() {
        let request = json!({"x": -1, "y": -1});
        let all = json_forms(&request, false);
        assert_eq!(all.len(), 6);
        for (name, input) in &all {
            let value: Value = serde_json::from_str(input).unwrap();
            assert_eq!(value["requests"], json!([request]), "{name}");
            assert_eq!(value["responses"], json!([]), "{name}");
        }
        assert!(all[1].1.starts_with("{\"responses\""));
        let kept = json_forms(&request, true);
        assert!(kept.len() == 5 && kept.iter().all(|(_, input)| input.ends_with('\n')));
        let simple = simple_forms("-1 -1", false);
        assert!(
            simple
                .iter()
                .all(|(_, input)| input.starts_with("1\n-1 -1"))
        );
        assert_eq!(simple_forms("-1 -1", true).len(), 1);
    }
}
