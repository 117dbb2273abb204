// NAME, a bot for Ataxx on Botzone, in simple IO ("simplified interaction").
// It plays a random legal move: your idea goes into `choose`.
//
// Cells are (x, y), x and y from 0 to 6. Black begins. A piece is cloned to a free cell next to it, or jumps to one two
// steps away; then all pieces of the opponent next to the new place change color. Who has more pieces in the end wins. Who
// makes a step of the game again loses, so the boards after each move and before colors change are kept in `past`.
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>
using namespace std;

const int SIZE = 7;
enum { FREE = 0, MINE = 1, THEIRS = -1 };
typedef vector<vector<int>> Board;
struct Move {
    int x0, y0, x1, y1;
};

Board board(SIZE, vector<int>(SIZE, FREE));
vector<Board> past;

// The board after a move, before colors change.
Board moved(const Move &move) {
    Board after = board;
    after[move.x1][move.y1] = board[move.x0][move.y0];
    if (abs(move.x1 - move.x0) == 2 || abs(move.y1 - move.y0) == 2) after[move.x0][move.y0] = FREE;
    return after;
}

void play(const Move &move) {
    board = moved(move);
    past.push_back(board);
    for (int x = max(move.x1 - 1, 0); x <= min(move.x1 + 1, SIZE - 1); x++)
        for (int y = max(move.y1 - 1, 0); y <= min(move.y1 + 1, SIZE - 1); y++)
            if (board[x][y] != FREE) board[x][y] = board[move.x1][move.y1];
}

// Whether a move makes a step of the game again.
bool repeats(const Move &move) {
    Board after = moved(move);
    for (size_t i = 0; i + 2 < past.size(); i++)
        if (past[i] == past.back() && past[i + 1] == after) return true;
    return false;
}

// Your moves; those that repeat a step only if there is no other.
vector<Move> legal_moves() {
    vector<Move> all, good;
    for (int x = 0; x < SIZE; x++)
        for (int y = 0; y < SIZE; y++)
            for (int u = max(x - 2, 0); u <= min(x + 2, SIZE - 1); u++)
                for (int v = max(y - 2, 0); v <= min(y + 2, SIZE - 1); v++)
                    if (board[x][y] == MINE && board[u][v] == FREE) all.push_back({x, y, u, v});
    for (const Move &move : all)
        if (!repeats(move)) good.push_back(move);
    return good.empty() ? all : good;
}

// The move to play.
Move choose() {
    vector<Move> moves = legal_moves();
    return moves[random_device()() % moves.size()];
}

int main() {
    int turns;
    cin >> turns;
    // The opponent's moves and yours in turn. Black's first line has -1: nobody has moved yet.
    for (int i = 0; i < 2 * turns - 1; i++) {
        Move move;
        cin >> move.x0 >> move.y0 >> move.x1 >> move.y1;
        if (i == 0) {
            board[0][0] = board[6][6] = move.x0 < 0 ? MINE : THEIRS;
            board[6][0] = board[0][6] = move.x0 < 0 ? THEIRS : MINE;
            past.push_back(board);
        }
        if (move.x0 >= 0) play(move);
    }
    Move move = choose();
    cout << move.x0 << ' ' << move.y0 << ' ' << move.x1 << ' ' << move.y1 << endl;
}
