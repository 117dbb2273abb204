// NAME, a bot for Gomoku with a swap on Botzone. It plays a random legal move: your idea goes into `choose`.
//
// Cells are (x, y), x and y from 0 to 14. Black begins. Five or more of one color in a row, column or diagonal win.
// White may answer its first turn with (-1, -1), the swap: it takes black and its stone, and the other player goes on as white.
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>
#include "jsoncpp/json.h"
using namespace std;

typedef pair<int, int> Cell;

const int SIZE = 15;
const Cell SWAP(-1, -1);
enum { FREE = 0, MINE = 1, THEIRS = -1 };
int board[SIZE][SIZE];

// The empty cells, and the swap if it is allowed.
vector<Cell> legal_moves(bool may_swap) {
    vector<Cell> moves;
    for (int x = 0; x < SIZE; x++)
        for (int y = 0; y < SIZE; y++)
            if (board[x][y] == FREE) moves.push_back(Cell(x, y));
    if (may_swap) moves.push_back(SWAP);
    return moves;
}

// The move to play.
Cell choose(bool may_swap) {
    vector<Cell> moves = legal_moves(may_swap);
    return moves[random_device()() % moves.size()];
}

// The swap gives all stones to the other player; black's first request is -1, too, but then there are none.
void play(const Json::Value &move, int player) {
    int x = move["x"].asInt(), y = move["y"].asInt();
    if (x >= 0) {
        board[x][y] = player;
        return;
    }
    for (auto &column : board)
        for (int &cell : column) cell = -cell;
}

int main() {
    string line;
    getline(cin, line);
    Json::Value turn;
    Json::Reader().parse(line, turn);
    const Json::Value &requests = turn["requests"], &responses = turn["responses"];
    for (Json::ArrayIndex i = 0; i < requests.size(); i++) {
        play(requests[i], THEIRS);
        if (i < responses.size()) play(responses[i], MINE);
    }
    bool may_swap = requests.size() == 1 && requests[0]["x"].asInt() >= 0;
    Cell cell = choose(may_swap);
    Json::Value answer;
    answer["response"]["x"] = cell.first;
    answer["response"]["y"] = cell.second;
    cout << Json::FastWriter().write(answer) << endl;
}
