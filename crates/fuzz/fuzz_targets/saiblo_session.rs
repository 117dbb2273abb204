//! Saiblo's session on any bytes: no panic, no hang, nothing but whole packets of one operation out.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saiblo::{Settings, session};
use snakego_greedy::Greedy;

fuzz_target!(|input: &[u8]| {
    let settings = Settings {
        nodes: Some(1),
        ..Settings::DEFAULT
    };
    let (mut input, mut output, mut log) = (input, Vec::new(), Vec::new());
    let wire = saiblo::wire!(snakego::saiblo);
    let _ = session::<Greedy, _>(&wire, &settings, &mut input, &mut output, &mut log);
    let (packets, rest) = output.as_chunks::<5>();
    assert!(rest.is_empty());
    for packet in packets {
        assert_eq!(packet[..4], [0, 0, 0, 1]);
        assert!((1..=6).contains(&packet[4]));
    }
});
