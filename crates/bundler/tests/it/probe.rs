//! The probe of a game.

use bundler::build::Features;
use bundler::probe::workspace;
use bundler::rust::{crates, whole};
use manifest::{Judge, Workspace};

#[test]
fn every_game_of_botzone_with_a_template_has_a_probe() {
    let here = Workspace::here().unwrap();
    let templates = here.bots.iter().filter(|bot| bot.template);
    let mut probes = 0;
    for template in templates {
        let made = workspace(&here, &template.game);
        if template.judge != Judge::Botzone {
            let text = made.unwrap_err().to_string();
            assert!(text.contains("Saiblo has none"), "{text}");
            continue;
        }
        let made = made.unwrap();
        let [bot] = &made.bots[..] else {
            panic!("{:?}", made.bots)
        };
        assert_eq!(made.root, here.root);
        assert_eq!((&bot.game, bot.template), (&template.game, false));
        assert_eq!(bot.name, format!("{}-probe", template.game));
        let crates = crates::of_bot(&bot.folder, &bot.name, &Features::new()).unwrap();
        let own = |name: &str| crates.iter().any(|of| of.name == name && of.own);
        // A variant is in the crate of its game.
        let rules = crates.iter().any(|of| template.game.starts_with(&of.name));
        assert!(own("probe") && own(&template.name) && rules);
        let text = whole(&crates, bot, false).unwrap();
        for part in ["crate::probe::Probe<", "entry_point::run::<Teller>"] {
            assert!(text.contains(part), "{part}");
        }
        probes += 1;
    }
    assert!(probes >= 4);
    let text = workspace(&here, "snak").unwrap_err().to_string();
    assert!(text.contains("(games with one: amazons, "), "{text}");
}
