// NAME, a bot for Snake on Botzone. It moves to a random free cell: your idea goes into `choose`.
//
// Cells are (x, y): row x from 1 downward, column y from 1. Both snakes move at the same time. They grow in turns 0 to 9
// and in every third one after that (12, 15, ...); in the others the tails leave their cells first. A snake that meets
// an obstacle, a snake or the edge dies.
#include <deque>
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>
#include "jsoncpp/json.h"
using namespace std;

typedef pair<int, int> Cell;

// The judge's directions 0 to 3: up, right, down, left.
const int DX[] = {-1, 0, 1, 0}, DY[] = {0, 1, 0, -1};
int height, width, turn_number;
bool obstacle[20][20];
deque<Cell> me, other; // from tail to head

bool grows() { return turn_number <= 9 || turn_number % 3 == 0; }

Cell step(Cell cell, int direction) { return Cell(cell.first + DX[direction], cell.second + DY[direction]); }

void play(int mine, int theirs) {
    me.push_back(step(me.back(), mine));
    other.push_back(step(other.back(), theirs));
    if (!grows()) {
        me.pop_front();
        other.pop_front();
    }
    turn_number++;
}

// Whether only the opponent's head can make a step to this cell fatal.
bool is_safe(Cell cell) {
    int x = cell.first, y = cell.second;
    if (x < 1 || x > height || y < 1 || y > width || obstacle[x][y]) return false;
    for (const deque<Cell> *snake : {&me, &other})
        for (size_t i = grows() ? 0 : 1; i < snake->size(); i++)
            if ((*snake)[i] == cell) return false;
    return true;
}

// The direction to move in.
int choose() {
    vector<int> directions;
    for (int direction = 0; direction < 4; direction++)
        if (is_safe(step(me.back(), direction))) directions.push_back(direction);
    return directions.empty() ? 0 : directions[random_device()() % directions.size()];
}

int main() {
    string line;
    getline(cin, line);
    Json::Value turn;
    Json::Reader().parse(line, turn);
    const Json::Value &requests = turn["requests"], &responses = turn["responses"], &first = requests[0u];
    height = first["height"].asInt();
    width = first["width"].asInt();
    for (const Json::Value &cell : first["obstacle"]) obstacle[cell["x"].asInt()][cell["y"].asInt()] = true;
    me.push_back(Cell(first["x"].asInt(), first["y"].asInt()));
    other.push_back(me[0] == Cell(1, 1) ? Cell(height, width) : Cell(1, 1));
    // Each later request has the opponent's move that was made together with your response.
    for (Json::ArrayIndex i = 0; i < responses.size(); i++)
        play(responses[i]["direction"].asInt(), requests[i + 1]["direction"].asInt());
    Json::Value answer;
    answer["response"]["direction"] = choose();
    cout << Json::FastWriter().write(answer) << endl;
}
