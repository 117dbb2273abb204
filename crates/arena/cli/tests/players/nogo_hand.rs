// NoGo: the first legal point, in simple IO ("simplified interaction"). One file of Rust, as one writes it by hand.
use std::io::Read;

type Board = [[i8; 9]; 9]; // 0 free, 1 own, -1 the opponent's

fn neighbours(x: usize, y: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for &(dx, dy) in &[(0, 1), (0, -1), (1, 0), (-1, 0)] {
        let (nx, ny) = (x as i32 + dx, y as i32 + dy);
        if (0..9).contains(&nx) && (0..9).contains(&ny) {
            found.push((nx as usize, ny as usize));
        }
    }
    found
}

fn has_liberty(board: &Board, x: usize, y: usize) -> bool {
    let mut seen = [[false; 9]; 9];
    let mut open = vec![(x, y)];
    while let Some((x, y)) = open.pop() {
        if std::mem::replace(&mut seen[x][y], true) {
            continue;
        }
        for (nx, ny) in neighbours(x, y) {
            if board[nx][ny] == 0 {
                return true;
            }
            if board[nx][ny] == board[x][y] {
                open.push((nx, ny));
            }
        }
    }
    false
}

fn is_legal(board: &Board, x: usize, y: usize) -> bool {
    let mut after = *board;
    after[x][y] = 1;
    let opponents = neighbours(x, y);
    let mut opponents = opponents.iter().filter(|&&(x, y)| board[x][y] == -1);
    board[x][y] == 0 && has_liberty(&after, x, y) && opponents.all(|&(x, y)| has_liberty(&after, x, y))
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<i32> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let mut board = [[0; 9]; 9];
    for (i, point) in numbers[1..].chunks(2).enumerate() {
        if point[0] >= 0 {
            board[point[0] as usize][point[1] as usize] = if i % 2 == 0 { -1 } else { 1 };
        }
    }
    let all = (0..81).map(|at| (at / 9, at % 9));
    let legal = all.filter(|&(x, y)| is_legal(&board, x, y)).next();
    if let Some((x, y)) = legal {
        println!("{} {}", x, y);
    }
}
