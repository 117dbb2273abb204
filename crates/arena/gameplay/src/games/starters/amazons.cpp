// NAME, a bot for Amazons on Botzone, in simple IO ("simplified interaction").
// It plays a random legal move: your idea goes into `choose`.
//
// Cells are (x, y), x and y from 0 to 7. Black begins. A move is a step of one of your four amazons and an arrow shot
// from where it stands then, both like a queen in chess; the arrow's cell stays blocked. Who cannot move loses.
#include <iostream>
#include <random>
#include <utility>
#include <vector>
using namespace std;

typedef pair<int, int> Cell;
struct Move {
    Cell from, to, arrow;
};

const int SIZE = 8;
const Cell BLACK[] = {{0, 2}, {2, 0}, {5, 0}, {7, 2}}, WHITE[] = {{0, 5}, {2, 7}, {5, 7}, {7, 5}};
enum { FREE = 0, MINE = 1, ARROW = 2, THEIRS = -1 };
int board[SIZE][SIZE];

int &at(Cell cell) { return board[cell.first][cell.second]; }

bool is_free(Cell cell) {
    int x = cell.first, y = cell.second;
    return 0 <= x && x < SIZE && 0 <= y && y < SIZE && board[x][y] == FREE;
}

// The cells that a queen on this one reaches.
vector<Cell> lines(Cell cell) {
    vector<Cell> cells;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            if (dx == 0 && dy == 0) continue;
            Cell next(cell.first + dx, cell.second + dy);
            for (; is_free(next); next.first += dx, next.second += dy) cells.push_back(next);
        }
    return cells;
}

vector<Move> legal_moves(int color) {
    vector<Move> moves;
    for (int x = 0; x < SIZE; x++)
        for (int y = 0; y < SIZE; y++) {
            if (board[x][y] != color) continue;
            Cell from(x, y);
            at(from) = FREE;
            for (Cell to : lines(from))
                for (Cell arrow : lines(to)) moves.push_back({from, to, arrow});
            at(from) = color;
        }
    return moves;
}

void play(Move move) {
    at(move.to) = at(move.from);
    at(move.from) = FREE;
    at(move.arrow) = ARROW;
}

// The move to play.
Move choose() {
    vector<Move> moves = legal_moves(MINE);
    return moves[random_device()() % moves.size()];
}

int main() {
    int turns;
    cin >> turns;
    // The opponent's moves and yours in turn. Black's first line has -1: nobody has moved yet.
    for (int i = 0; i < 2 * turns - 1; i++) {
        int n[6];
        for (int &number : n) cin >> number;
        if (i == 0) {
            for (Cell cell : BLACK) at(cell) = n[0] < 0 ? MINE : THEIRS;
            for (Cell cell : WHITE) at(cell) = n[0] < 0 ? THEIRS : MINE;
        }
        if (n[0] >= 0) play({{n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}});
    }
    Move move = choose();
    cout << move.from.first << ' ' << move.from.second << ' ' << move.to.first << ' ' << move.to.second << ' '
         << move.arrow.first << ' ' << move.arrow.second << endl;
}
