//! Maps: size and obstacles, and how the judge generates them.

use crate::cell::{Cell, MAX_HEIGHT, MAX_WIDTH};
use crate::cell_set::CellSet;
use crate::fill::flood;

/// Size and obstacles of a board, the obstacles in the order of the judge's list.
///
/// Text form: `HEIGHTxWIDTH`, then `:` and the obstacles as `x,y` with `/` between them, if there
/// are any.
///
/// ```
/// let map: snake::Map = "11x10:3,2/9,9".parse()?;
/// assert_eq!((map.height(), map.width(), map.obstacles().len()), (11, 10, 2));
/// assert_eq!(map.to_string(), "11x10:3,2/9,9");
/// # Ok::<(), snake::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Map {
    height: u8,
    width: u8,
    obstacles: Vec<Cell>,
}

impl Map {
    /// A map of `height` rows and `width` columns with these obstacles.
    ///
    /// # Errors
    /// If the size is not 1 x 2, 2 x 1 or more and at most 16 x 12, if an obstacle is off the board or on a
    /// start cell.
    pub fn new(height: u8, width: u8, obstacles: Vec<Cell>) -> Result<Self, String> {
        if height > MAX_HEIGHT || width > MAX_WIDTH || u32::from(height) * u32::from(width) < 2 {
            return Err(format!(
                "a board of {height} x {width}: at least two cells, at most {MAX_HEIGHT} x {MAX_WIDTH}"
            ));
        }
        let map = Self {
            height,
            width,
            obstacles,
        };
        for &cell in &map.obstacles {
            if !CellSet::rectangle(height, width).contains(cell) {
                return Err(format!(
                    "obstacle {cell} is off the board of {height} x {width}"
                ));
            }
            if map.starts().contains(&cell) {
                return Err(format!("obstacle {cell} is on a start cell"));
            }
        }
        Ok(map)
    }

    /// A map without obstacles, of a size that [`Map::new`] takes.
    pub(crate) const fn empty(height: u8, width: u8) -> Self {
        Self {
            height,
            width,
            obstacles: Vec::new(),
        }
    }

    /// The map that the official judge makes from the initdata `{"seed":seed}`, with `"width"` and
    /// `"height"` in it where given. Same draws from the same generator, so the same obstacles in
    /// the same order.
    ///
    /// Sizes without forcing: width 10 to 12, height 10 to 16, their sum odd. A forced width outside
    /// 10..=12 counts as 12, a forced height outside 10..=16 as 12.
    pub fn generate(seed: i32, width: Option<i32>, height: Option<i32>) -> Self {
        let mut random = GlibcRand::new(seed);
        let drawn_width = 9 + random.judge_draw(3);
        let mut drawn_height = 10 + random.judge_draw(6);
        if (drawn_width + drawn_height).is_multiple_of(2) {
            drawn_height -= 1;
        }
        let forced = |value: i32, sizes: std::ops::RangeInclusive<i32>| {
            if sizes.contains(&value) {
                value as u8
            } else {
                12
            }
        };
        let width = width.map_or(drawn_width, |value| forced(value, 10..=12));
        let height = height.map_or(drawn_height, |value| forced(value, 10..=16));
        loop {
            let obstacles = draw_obstacles(&mut random, height, width);
            let map = Self {
                height,
                width,
                obstacles,
            };
            if map.is_connected() {
                return map;
            }
        }
    }

    /// Number of rows, the range of x.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Number of columns, the range of y.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The obstacles in the judge's order.
    pub fn obstacles(&self) -> &[Cell] {
        &self.obstacles
    }

    /// The cells of the board without obstacles.
    pub fn field(&self) -> CellSet {
        CellSet::rectangle(self.height, self.width) - self.obstacles.iter().copied().collect()
    }

    /// The start cells of players 0 and 1: the first and the last cell of the board.
    pub fn starts(&self) -> [Cell; 2] {
        [cell(1, 1), cell(self.height, self.width)]
    }

    /// The judge's test of a drawn map: every free cell can be reached from (1, 1).
    fn is_connected(&self) -> bool {
        let field = self.field();
        flood(field, CellSet::of(cell(1, 1))) == field
    }
}

/// The cell (x, y) of a board whose size was checked.
const fn cell(x: u8, y: u8) -> Cell {
    match Cell::new(x, y) {
        Some(cell) => cell,
        None => panic!("a cell outside 16 rows of 12 columns"),
    }
}

/// One list of obstacles: random cells, each followed by its point reflection if that is another
/// cell. Start cells and obstacles are drawn again.
fn draw_obstacles(random: &mut GlibcRand, height: u8, width: u8) -> Vec<Cell> {
    let pairs = u32::from(height) * u32::from(width) / 10 / 2;
    let mut obstacles = Vec::new();
    let mut taken = CellSet::EMPTY;
    taken.insert(cell(1, 1));
    taken.insert(cell(height, width));
    for _ in 0..pairs {
        let drawn = loop {
            let x = random.judge_draw(i32::from(height));
            let y = random.judge_draw(i32::from(width));
            if !taken.contains(cell(x, y)) {
                break cell(x, y);
            }
        };
        let reflected = cell(height + 1 - drawn.x(), width + 1 - drawn.y());
        obstacles.push(drawn);
        taken.insert(drawn);
        if reflected != drawn {
            obstacles.push(reflected);
            taken.insert(reflected);
        }
    }
    obstacles
}

/// `rand()` of the GNU C library as after `srand(seed)`: an additive feedback generator over 31
/// words, `r[i] = r[i - 31] + r[i - 3]`.
struct GlibcRand {
    words: [u32; 31],
    /// Index of r[i - 31] in the ring `words`.
    oldest: usize,
}

impl GlibcRand {
    fn new(seed: i32) -> Self {
        let mut words = [0; 31];
        let mut word = if seed == 0 { 1 } else { seed };
        for slot in &mut words {
            *slot = word as u32;
            // Schrage's way to 16807 * word mod (2^31 - 1) in 32 bits; on a negative word it is
            // not the mathematical remainder, so its order of operations is kept.
            word = 16807 * (word % 127_773) - 2836 * (word / 127_773);
            if word < 0 {
                word += 0x7fff_ffff;
            }
        }
        // r[31..34] repeat r[0..3], and the sums begin with r[34]: the ring starts three words on.
        let mut random = Self { words, oldest: 3 };
        for _ in 34..344 {
            random.rand();
        }
        random
    }

    /// The next `rand()`, 0 to 2^31 - 1.
    fn rand(&mut self) -> i32 {
        let before = self.words[(self.oldest + 28) % 31];
        let word = &mut self.words[self.oldest];
        *word = word.wrapping_add(before);
        self.oldest = (self.oldest + 1) % 31;
        (*word >> 1) as i32
    }

    /// The judge's draw from 1..=n, n at most 16: the product of three `rand()` modulo n. A
    /// product is often a multiple of a small number, so this is far from uniform.
    fn judge_draw(&mut self, n: i32) -> u8 {
        let product = self
            .rand()
            .wrapping_mul(self.rand())
            .wrapping_mul(self.rand());
        (((product % n) + n) % n + 1) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First numbers of a C program with `srand(seed)` under glibc 2.36.
    #[test]
    fn glibc_rand() {
        let first_three = |seed| {
            let mut random = GlibcRand::new(seed);
            [random.rand(), random.rand(), random.rand()]
        };
        assert_eq!(first_three(1), [1_804_289_383, 846_930_886, 1_681_692_777]);
        assert_eq!(first_three(0), first_three(1));
        assert_eq!(first_three(-7), [1_013_596_334, 188_151_887, 775_240_502]);
        assert_eq!(
            first_three(i32::MIN),
            [1_336_741_213, 1_210_407_648, 1_447_044_896]
        );
        assert_eq!(
            first_three(i32::MAX),
            [1_065_668_062, 2_142_264_300, 1_066_566_375]
        );
    }

    #[test]
    fn the_judges_map_of_seed_5() {
        let map = Map::generate(5, None, None);
        assert_eq!(
            map.to_string(),
            "13x10:7,7/7,4/2,1/12,10/8,10/6,1/9,3/5,8/7,9/7,2/1,4/13,7"
        );
    }

    #[test]
    fn impossible_maps_are_refused() {
        for text in [
            "17x10", "10x13", "1x1", "0x5", "5", "5x5:6,1", "5x5:1,1", "5x5:5,5", "5x5:1",
        ] {
            assert!(text.parse::<Map>().is_err(), "{}", text);
        }
        assert_eq!("1x2".parse::<Map>().unwrap().field().len(), 2);
    }

    /// The properties common to the judge's maps: odd sum of the sizes, point symmetry, the number of
    /// obstacles, and all free cells connected.
    #[test]
    fn statistics_of_generated_maps() {
        let mut sizes = std::collections::BTreeMap::new();
        for seed in 0..5000 {
            let map = Map::generate(seed, None, None);
            let (height, width) = (map.height(), map.width());
            *sizes.entry((width, height)).or_insert(0) += 1;
            check_common(&map);
            let pairs = usize::from(height) * usize::from(width) / 10 / 2;
            assert_eq!(map.obstacles().len(), 2 * pairs);
        }
        let expected = [10, 12]
            .iter()
            .copied()
            .flat_map(|width| [11, 13, 15].map(|height| (width, height)));
        let expected = expected.chain([10, 12, 14, 16].map(|height| (11, height)));
        for size in expected.clone() {
            assert!(sizes[&size] > 30, "{size:?}: {} of 5000", sizes[&size]);
        }
        assert_eq!(sizes.len(), expected.count());
        // Multiples of 6 are much the commonest products of three numbers modulo 6, so 16 = 10 + 6
        // can come only from the rarest remainder.
        assert!(sizes[&(11, 16)] < 300);
    }

    #[test]
    fn forced_sizes() {
        for seed in 0..300 {
            let (width, height) = (10 + seed % 3, 10 + seed % 7);
            let map = Map::generate(seed, Some(width), Some(height));
            assert_eq!((map.width(), map.height()), (width as u8, height as u8));
            check_common(&map);
        }
        let map = Map::generate(3, Some(13), Some(9));
        assert_eq!((map.width(), map.height()), (12, 12));
        let drawn = Map::generate(3, None, None);
        assert_eq!(
            Map::generate(3, Some(i32::from(drawn.width())), None),
            drawn
        );
    }

    fn check_common(map: &Map) {
        let field = map.field();
        for &cell in map.obstacles() {
            let reflected = Cell::new(map.height() + 1 - cell.x(), map.width() + 1 - cell.y());
            assert!(map.obstacles().contains(&reflected.unwrap()));
        }
        assert_eq!(flood(field, CellSet::of(map.starts()[1])), field);
        let round_trip: Map = map.to_string().parse().unwrap();
        assert_eq!(&round_trip, map);
    }
}
