// NAME, a bot for Reversi on Botzone, in simple IO ("simplified interaction").
// It plays a random legal move: your idea goes into `choose`.
//
// Cells are (x, y), x and y from 0 to 7. Black begins. A disc is placed where it closes a line of the opponent's discs,
// which are turned over. Who cannot place one passes with -1 -1. Who has more discs in the end wins.
#include <iostream>
#include <random>
#include <utility>
#include <vector>
using namespace std;

typedef pair<int, int> Cell;

const int SIZE = 8;
enum { FREE = 0, MINE = 1, THEIRS = -1 };
int board[SIZE][SIZE];

int at(int x, int y) { return 0 <= x && x < SIZE && 0 <= y && y < SIZE ? board[x][y] : FREE; }

// The discs that a new one of this color turns over.
vector<Cell> turned_over(Cell cell, int color) {
    vector<Cell> turned;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            vector<Cell> line;
            int x = cell.first + dx, y = cell.second + dy;
            for (; at(x, y) == -color; x += dx, y += dy) line.push_back({x, y});
            if (at(x, y) == color) turned.insert(turned.end(), line.begin(), line.end());
        }
    return turned;
}

// Cells for a disc; if there are none, a pass.
vector<Cell> legal_moves(int color) {
    vector<Cell> moves;
    for (int x = 0; x < SIZE; x++)
        for (int y = 0; y < SIZE; y++)
            if (board[x][y] == FREE && !turned_over({x, y}, color).empty()) moves.push_back({x, y});
    if (moves.empty()) moves.push_back({-1, -1});
    return moves;
}

void play(Cell cell, int color) {
    if (cell.first < 0) return;
    for (Cell disc : turned_over(cell, color)) board[disc.first][disc.second] = color;
    board[cell.first][cell.second] = color;
}

// The move to play.
Cell choose() {
    vector<Cell> moves = legal_moves(MINE);
    return moves[random_device()() % moves.size()];
}

int main() {
    int turns;
    cin >> turns;
    // The opponent's moves and yours in turn. Black's first line has -1: nobody has moved yet. Later -1 is a pass.
    for (int i = 0; i < 2 * turns - 1; i++) {
        Cell cell;
        cin >> cell.first >> cell.second;
        if (i == 0) {
            board[3][4] = board[4][3] = cell.first < 0 ? MINE : THEIRS;
            board[3][3] = board[4][4] = cell.first < 0 ? THEIRS : MINE;
        }
        play(cell, i % 2 == 0 ? THEIRS : MINE);
    }
    Cell cell = choose();
    cout << cell.first << ' ' << cell.second << endl;
}
