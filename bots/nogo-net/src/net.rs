//! The net: its inputs from a position, its layers, and its outputs.
//!
//! This is the file to change for another net. `quantized.py` of `crates/python/examples/nogo_net` has the same layers in
//! numpy, and `train.py` beside it has them in PyTorch; `src/tests/outputs.txt` holds all to the same numbers.

use nogo::{Board, Point, SIZE};
use search::dense;
use search::layers::{self, ACTIVATION, Conv, Linear, MOST, Map};

/// The inputs of the net for a point: a stone of the side to move, one of its opponent, a legal move of the side to
/// move, one of its opponent. These are the planes of `botarena`, in their order.
pub const PLANES: usize = 4;
/// Channels of the convolutions.
const CHANNELS: usize = 32;
/// Convolutions.
const DEPTH: usize = 3;
/// Hidden units of the value.
const HIDDEN: usize = 32;
/// Sums over the board are divided by 2 to the power of this.
const POOL: u32 = 4;

/// The layers, and room for what they work out.
pub struct Net {
    convs: Vec<Conv<CHANNELS>>,
    policy: Linear<1>,
    hidden: Linear<HIDDEN>,
    value: Linear<1>,
    /// The planes, then what each convolution makes of them.
    maps: Vec<Map>,
}

/// The outputs of the net for a position, in parts of [`layers::SUM`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outputs {
    /// The logit of the chance of the side to move to win.
    pub value: i32,
    /// The logit of each point to be the move; it means nothing where the move is illegal.
    pub policy: [i32; Point::COUNT],
}

impl Net {
    /// The net of a text in the [dense form](dense).
    ///
    /// # Errors
    /// If the text is malformed, or not of a net with these layers.
    pub fn parse(text: &str) -> Result<Net, String> {
        let numbers = dense::read(text)?;
        let mut rest = numbers.as_slice();
        let channels = |layer| if layer == 0 { PLANES } else { CHANNELS };
        let net = Net {
            convs: (0..DEPTH)
                .map(|layer| Conv::take(&mut rest, channels(layer)))
                .collect::<Result<_, _>>()?,
            policy: Linear::take(&mut rest, CHANNELS)?,
            hidden: Linear::take(&mut rest, CHANNELS)?,
            value: Linear::take(&mut rest, HIDDEN)?,
            maps: (0..=DEPTH)
                .map(|layer| Map::new(SIZE, SIZE, channels(layer)))
                .collect(),
        };
        match rest.len() {
            0 => Ok(net),
            left => Err(format!(
                "the net has {left} weights too many: export it anew"
            )),
        }
    }

    /// The net of the bot.
    pub fn own() -> Net {
        match Net::parse(include_str!("../data/net.txt")) {
            Ok(net) => net,
            Err(error) => panic!("data/net.txt: {}", error),
        }
    }

    /// Looks at a position.
    pub fn look(&mut self, board: &Board) -> Outputs {
        see(board, &mut self.maps[0]);
        for (layer, conv) in self.convs.iter_mut().enumerate() {
            let (input, output) = self.maps.split_at_mut(layer + 1);
            conv.apply(&input[layer], &mut output[0]);
        }
        let map = &self.maps[DEPTH];
        let mut policy = [0; Point::COUNT];
        let mut pool = [0; CHANNELS];
        for (i, logit) in policy.iter_mut().enumerate() {
            let point = map.at(i / SIZE, i % SIZE);
            *logit = self.policy.sums(point)[0];
            for (pool, &number) in pool.iter_mut().zip(point) {
                *pool += i32::from(number);
            }
        }
        let pool = pool.map(|sum| (sum >> POOL).min(i32::from(MOST)) as i16);
        let hidden = layers::activations(self.hidden.sums(&pool));
        Outputs {
            value: self.value.sums(&hidden)[0],
            policy,
        }
    }
}

/// Writes the planes of a position.
fn see(board: &Board, planes: &mut Map) {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    let sets = [
        board.stones(me),
        board.stones(opponent),
        board.legal_moves(me),
        board.legal_moves(opponent),
    ];
    for i in 0..Point::COUNT {
        let point = planes.at_mut(i / SIZE, i % SIZE);
        for (number, set) in point.iter_mut().zip(&sets) {
            let is_on = set.bits() >> i & 1 == 1;
            *number = if is_on { ACTIVATION as i16 } else { 0 };
        }
    }
}
