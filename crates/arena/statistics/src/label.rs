//! Players' names as tables have them.

/// Characters of a name that are shown, besides dots.
const LABEL: usize = 30;
/// Characters of the beginning that are kept where the names differ further on only.
const START: usize = 10;
/// Characters before the first difference that are shown with it.
const BEFORE: usize = 5;

/// Two names, cut where they are long. Names that differ have labels that differ.
pub fn pair(names: [&str; 2]) -> [String; 2] {
    let cut = names.map(short);
    if names[0] == names[1] || cut[0] != cut[1] {
        return cut;
    }
    let [a, b] = names.map(|name| name.chars());
    let same = a.zip(b).take_while(|(a, b)| a == b).count();
    names.map(|name| around(name, same))
}

/// One name, cut where it is long.
pub fn short(name: &str) -> String {
    match name.char_indices().nth(LABEL) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_owned(),
    }
}

/// The beginning of a name, and what stands around character number `place`, which is beyond the label.
fn around(name: &str, place: usize) -> String {
    let start: String = name.chars().take(START).collect();
    let rest = name.chars().skip(place.saturating_sub(BEFORE));
    let shown: String = rest.clone().take(LABEL - START).collect();
    let dots = if rest.count() > LABEL - START {
        "..."
    } else {
        ""
    };
    format!("{start}...{shown}{dots}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_where_they_differ() {
        let long = "a".repeat(40);
        let names = [format!("{long}/x --depth 30000000000"), format!("{long}/y")];
        let labels = pair([&names[0], &names[1]]);
        assert_eq!(
            labels,
            [
                "aaaaaaaaaa...aaaa/x --depth 30000...",
                "aaaaaaaaaa...aaaa/y"
            ]
        );
        assert_eq!(pair(["short", "other"]), ["short", "other"]);
        let same = pair([&long, &long]);
        assert_eq!(same[0], format!("{}...", "a".repeat(30)));
        assert_eq!(same[0], same[1]);
        let prefix = &long[..35];
        let labels = pair([&long, prefix]);
        assert_ne!(labels[0], labels[1]);
    }
}
