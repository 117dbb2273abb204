// NAME, a bot for Gomoku on Botzone. It plays a random legal move: your idea goes into `choose`.
//
// Cells are (x, y), x and y from 0 to 14. Black begins. Five or more of one color in a row, column or diagonal win.
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>
#include "jsoncpp/json.h"
using namespace std;

typedef pair<int, int> Cell;

const int SIZE = 15;
enum { FREE = 0, MINE = 1, THEIRS = -1 };
int board[SIZE][SIZE];

// The empty cells.
vector<Cell> legal_moves() {
    vector<Cell> moves;
    for (int x = 0; x < SIZE; x++)
        for (int y = 0; y < SIZE; y++)
            if (board[x][y] == FREE) moves.push_back(Cell(x, y));
    return moves;
}

// The move to play.
Cell choose() {
    vector<Cell> moves = legal_moves();
    return moves[random_device()() % moves.size()];
}

// Black's first request has -1: nobody has moved yet.
void play(const Json::Value &moves, int color) {
    for (const Json::Value &move : moves)
        if (move["x"].asInt() >= 0) board[move["x"].asInt()][move["y"].asInt()] = color;
}

int main() {
    string line;
    getline(cin, line);
    Json::Value turn;
    Json::Reader().parse(line, turn);
    play(turn["requests"], THEIRS);
    play(turn["responses"], MINE);
    Cell cell = choose();
    Json::Value answer;
    answer["response"]["x"] = cell.first;
    answer["response"]["y"] = cell.second;
    cout << Json::FastWriter().write(answer) << endl;
}
