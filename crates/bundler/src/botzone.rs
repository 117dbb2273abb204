//! The particulars of Botzone: its compilers and its upload page.

use manifest::Bot;
pub use manifest::compilers::{BOTZONE as COMMAND_LINES, CommandLine};

/// Stack and address space that a bot must do with, in KB: `ulimit -s` and `ulimit -v`. Botzone allows 256 MB.
pub const LIMITS: (u32, u32) = (1024, 262_144);

/// The line that asks Botzone to keep a bot running.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// The other files to upload for a bot, on a separate line; empty if there are none.
pub fn storage_text(bot: &Bot) -> String {
    let files: Vec<String> = (bot.storage.iter())
        .map(|(name, path)| said!("{} (it opens data/{name})", path.display()))
        .collect();
    match files[..] {
        [] => String::new(),
        _ => said!(
            "\nIts user storage on botzone.org.cn needs {}",
            files.join(", ")
        ),
    }
}

/// Instructions for the upload of a bundle; `source` names the file and its language.
pub fn upload_text(source: &str, keep_running: bool) -> String {
    let tick = if keep_running {
        "tick \"allow keep-running\" (this build asks for it after every answer)"
    } else {
        "leave \"allow keep-running\" unticked (this build starts afresh every turn)"
    };
    said!(
        "Upload: on botzone.org.cn, My Bots, add a bot for this game: {source};\n\
         leave \"simplified interaction\" unticked;\n\
         {tick}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifest::Workspace;

    #[test]
    fn what_belongs_into_the_user_storage_is_said() {
        let mut bot = Workspace::here().unwrap().bots[0].clone();
        assert_eq!(storage_text(&bot), "");
        let file = |name: &str| (name.to_owned(), format!("/bots/b/data/{name}").into());
        bot.storage = vec![file("book.bin"), file("net.bin")];
        assert_eq!(
            storage_text(&bot),
            "\nIts user storage on botzone.org.cn needs /bots/b/data/book.bin (it opens data/book.bin), \
             /bots/b/data/net.bin (it opens data/net.bin)"
        );
    }
}
