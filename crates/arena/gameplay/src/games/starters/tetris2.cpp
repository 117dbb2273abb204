// NAME, a bot for Tetris2 on Botzone, in simple IO ("simplified interaction").
// It drops its piece at a random place: your idea goes into `choose`.
//
// Both players place a piece at the same time and choose the other's next one. A well has columns x from 1 to 10 and rows
// y from 1 (bottom) to 20. Cleared rows go to the opponent without the cells that the piece has added; from the third
// clearing turn in a row on, the lowest of them goes twice. Who has no room for the next piece loses. This bot drops
// pieces straight down; the judge also takes places that are reached by slides and turns on the way.
#include <algorithm>
#include <array>
#include <iostream>
#include <random>
#include <utility>
#include <vector>
using namespace std;

const int WIDTH = 10, HEIGHT = 20, FULL = (1 << WIDTH) - 1;
typedef pair<int, int> Cell;
// The cells of the pieces L J S Z T I O besides their center, turned by 0; a turn makes (-y, x) of (x, y).
const Cell PIECES[7][3] = {
    {{1, 0}, {-1, 0}, {-1, -1}}, {{-1, 0}, {1, 0}, {1, -1}}, {{1, 0}, {0, -1}, {-1, -1}}, {{-1, 0}, {0, -1}, {1, -1}},
    {{-1, 0}, {0, 1}, {1, 0}},   {{0, -1}, {0, 1}, {0, 2}},  {{0, 1}, {-1, 0}, {-1, 1}},
};

struct Move {
    int block, x, y, o; // the piece for the opponent; where the own one comes to rest, and its turns
};

vector<Cell> cells(int piece, int x, int y, int turns) {
    vector<Cell> place(1, Cell(x, y));
    for (Cell d : PIECES[piece]) {
        for (int i = 0; i < turns; i++) d = Cell(-d.second, d.first);
        place.push_back(Cell(x + d.first, y + d.second));
    }
    return place;
}

struct Player {
    int piece = 0, combo = 0;
    vector<int> rows = vector<int>(HEIGHT); // the lowest first; bit x - 1 is column x
    array<int, 7> given{};                  // how often each piece was chosen for the opponent

    bool is_open(const vector<Cell> &place) const {
        for (Cell cell : place) {
            int x = cell.first, y = cell.second;
            if (x < 1 || x > WIDTH || y < 1 || (y <= HEIGHT && rows[y - 1] >> (x - 1) & 1)) return false;
        }
        return true;
    }

    // The places that the piece reaches straight from above, each with all pieces that may be given: none may be two
    // ahead of the rarest.
    vector<Move> moves() const {
        vector<Move> moves;
        for (int o = 0; o < 4; o++)
            for (int x = 1; x <= WIDTH; x++) {
                int y = HEIGHT;
                while (is_open(cells(piece, x, y, o))) y--;
                if (y++ == HEIGHT) continue;
                bool inside = true;
                for (Cell cell : cells(piece, x, y, o)) inside = inside && cell.second <= HEIGHT;
                for (int block = 0; block < 7 && inside; block++)
                    if (given[block] < *min_element(given.begin(), given.end()) + 2) moves.push_back({block, x, y, o});
            }
        return moves;
    }

    // Places the piece, counts the choice, and returns the rows for the opponent.
    vector<int> lock(Move move) {
        given[move.block]++;
        vector<int> added(HEIGHT), garbage, rest;
        for (Cell cell : cells(piece, move.x, move.y, move.o)) added[cell.second - 1] |= 1 << (cell.first - 1);
        for (int y = 0; y < HEIGHT; y++) {
            if ((rows[y] | added[y]) == FULL)
                garbage.push_back(rows[y]);
            else
                rest.push_back(rows[y] | added[y]);
        }
        rows = rest;
        combo = garbage.empty() ? 0 : combo + 1;
        if (combo >= 3) garbage.insert(garbage.begin(), garbage[0]);
        return garbage;
    }

    void receive(const vector<int> &garbage, int next) {
        rows.insert(rows.begin(), garbage.begin(), garbage.end());
        rows.resize(HEIGHT);
        piece = next;
    }
};

// The move to play.
Move choose(const Player &me, const Player &) {
    vector<Move> moves = me.moves();
    return moves[random_device()() % moves.size()];
}

int main() {
    Player me, other;
    int turns, first, color;
    cin >> turns >> first >> color;
    me.piece = other.piece = first;
    me.given[first] = other.given[first] = 1;
    // Your move of a turn, then the opponent's.
    for (int i = 1; i < turns; i++) {
        Move mine, theirs;
        cin >> mine.block >> mine.x >> mine.y >> mine.o >> theirs.block >> theirs.x >> theirs.y >> theirs.o;
        vector<int> sent = me.lock(mine), received = other.lock(theirs);
        me.receive(received, theirs.block);
        other.receive(sent, mine.block);
    }
    Move move = choose(me, other);
    cout << move.block << ' ' << move.x << ' ' << move.y << ' ' << move.o << endl;
}
