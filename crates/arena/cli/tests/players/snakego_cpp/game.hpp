// SnakeGo as both players know it. A cell is 16 x + y.
#pragma once
#include <deque>
#include <vector>

struct Item { int cell, type, time, param; };
struct Snake { int id, camp, bank; bool ray; std::deque<int> cells; };

struct Game {
    int round = 0, max_round, player = 1, next_id = 2, wall[256];
    std::vector<Item> items;
    std::vector<Snake> snakes[2];
    std::vector<int> queue; // the snakes that are still to act in this half-round

    Game(int max_round, std::vector<Item> items);
    Snake *turn();            // the snake to act, null at the end
    void act(int operation);  // 1 to 4 move right, up, left, down; 5 fires, 6 splits
    Snake *at(int cell);
    bool grows(const Snake &s) { return (s.id == s.camp && round <= 8) || s.bank > 0; }
    static int beside(int cell, int direction); // -1 off the board

private:
    void move(Snake &s, int direction);
    void seal(Snake &s, int cell);
    void kill(int id);
    void take(Snake &s, int cell);
};
