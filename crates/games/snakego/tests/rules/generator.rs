//! Items of seeds, compared with lists that Python's `random` made by the judge's own way.

use snakego::{Gift, Rules};

/// (x, y, type, round, number) of an item, as the judge writes them.
fn written(seed: u64) -> Vec<(u8, u8, u8, u16, u16)> {
    let rules = Rules::generate(seed);
    let items = rules.items().iter().map(|item| {
        let (kind, number) = match item.gift {
            Gift::Length(length) => (0, length),
            Gift::Ray(number) => (2, number),
        };
        (item.cell.x(), item.cell.y(), kind, item.time, number)
    });
    items.collect()
}

/// A seed of the judge's own guide to replays.
#[test]
fn the_published_half() {
    let items = written(1_642_262_138_104);
    assert_eq!(
        items[..6],
        [
            (7, 6, 0, 3, 5),
            (7, 9, 0, 11, 2),
            (9, 6, 0, 15, 2),
            (8, 6, 2, 16, 512),
            (7, 8, 0, 25, 2),
            (6, 8, 0, 27, 4)
        ]
    );
}

/// Seed, number of items, and the hash below: seeds of one word and of two.
#[test]
fn whole_lists() {
    for (seed, count, want) in [
        (0, 130, 0xA45FE14F36E5F4FD),
        (1, 118, 0x8DD02604CAFA2CCF),
        (2, 116, 0x3C05219217F74EFB),
        (511, 119, 0xFCD0FF93664FDE27),
        (4_294_967_295, 133, 0x8DFB97AFFD0D4945),
        (4_294_967_296, 134, 0x128FDD273D35D8FE),
        (4_294_967_297, 126, 0x7BBDE4212A4BA3E2),
        (1_642_262_138_104, 119, 0x19AC17CB76329003),
        (1_700_000_000_123, 121, 0x39ADBDFA2024175A),
        (9_223_372_036_854_775_808, 131, 0x80AB449DF08B5A7D),
        (18_446_744_073_709_551_615, 131, 0x91ACAD30327AE1AE),
    ] {
        assert_eq!(hash(seed), (count, want), "seed {seed}");
    }
}

/// FNV-1a (64 bits) over all numbers of a list, two bytes each.
fn hash(seed: u64) -> (usize, u64) {
    let items = written(seed);
    let mut hash: u64 = 0xCBF2_9CE4_8422_2325;
    for (x, y, kind, time, number) in &items {
        for field in [
            u16::from(*x),
            u16::from(*y),
            u16::from(*kind),
            *time,
            *number,
        ] {
            for byte in field.to_be_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
        }
    }
    (items.len(), hash)
}
