//! Answers that the fallback move has saved, as a log has them. The programs report them on standard error, see
//! [`judges_common::saved`].

use gameplay::record::{ReplyRecord, Saved};
use judges_common::saved::Report;

/// Advice for a person on saved answers.
pub const CURE: &str = "a saved answer is a defect of the bot: fix the cause above; `explain` asks the bot about a \
                        position alone";

/// A report, and the turn and the seat that it belongs to.
#[derive(Clone, Debug)]
pub struct SavedReport {
    /// Index into the moves of the game.
    pub turn: usize,
    /// The seat.
    pub seat: usize,
    /// The program's report.
    pub report: Report,
}

impl SavedReport {
    /// A report of this seat that came in turn `now`. `asked` has the turns of all the seat's requests (or answers)
    /// so far: the number in the report tells the turn, however late it was read.
    pub fn new(report: Report, seat: usize, asked: &[usize], now: usize) -> SavedReport {
        let number = report.turn.and_then(|turn| usize::try_from(turn).ok());
        let turn = number.and_then(|number| asked.get(number.checked_sub(1)?));
        SavedReport {
            turn: turn.copied().unwrap_or(now),
            seat,
            report,
        }
    }
}

/// Counts another report.
pub fn count(saved: &mut Option<Saved>, report: &Report) {
    let saved = saved.get_or_insert_with(|| Saved {
        answers: 0,
        more: false,
        cause: report.cause.clone(),
    });
    saved.answers += 1;
    saved.more |= report.last;
}

/// Puts each report to the reply that it is about; where there is none, to the last one of its seat.
pub fn attach(replies: &mut [ReplyRecord], reports: &[SavedReport]) {
    for about in reports {
        let of_seat = |reply: &&mut ReplyRecord| reply.seat == about.seat;
        let mut latest = replies.iter_mut().rev().filter(of_seat);
        let exact = latest.find(|reply| reply.turn == about.turn);
        let reply = match exact {
            Some(reply) => Some(reply),
            None => replies.iter_mut().rev().find(of_seat),
        };
        if let Some(reply) = reply {
            count(&mut reply.saved, &about.report);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gameplay::record::Verdict;

    fn report(turn: Option<u32>, cause: &str) -> Report {
        Report {
            turn,
            last: false,
            cause: cause.to_owned(),
        }
    }

    #[test]
    fn a_report_that_comes_late_belongs_to_its_own_turn() {
        let asked = [0, 2, 4, 6];
        let turn = |number| SavedReport::new(report(number, ""), 0, &asked, 6).turn;
        assert_eq!([Some(1), Some(3), Some(4)].map(turn), [0, 4, 6]);
        // No such request, or no number at all.
        assert_eq!([Some(0), Some(5), None].map(turn), [6, 6, 6]);
    }

    #[test]
    fn reports_are_counted_where_they_belong() {
        let mut replies = [0, 1].map(|seat| ReplyRecord {
            turn: seat,
            seat,
            verdict: Verdict::Ok,
            ms: Some(1.0),
            first: false,
            debug: None,
            failure: None,
            not_utf8: false,
            saved: None,
        });
        let about = |turn, cause: &str| SavedReport {
            turn,
            seat: 1,
            report: report(None, cause),
        };
        attach(
            &mut replies,
            &[about(1, "first"), about(1, "second"), about(9, "late")],
        );
        assert_eq!(replies[0].saved, None);
        let saved = replies[1].saved.as_ref().unwrap();
        assert_eq!((saved.answers, saved.cause.as_str()), (3, "first"));
    }
}
