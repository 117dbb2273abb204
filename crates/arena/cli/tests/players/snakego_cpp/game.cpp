#include "game.hpp"
#include <algorithm>

Game::Game(int rounds, std::vector<Item> all) : max_round(rounds), items(all) {
    std::fill(wall, wall + 256, -1);
    snakes[0].push_back({0, 0, 0, false, {15}});
    snakes[1].push_back({1, 1, 0, false, {240}});
}

int Game::beside(int cell, int direction) {
    const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
    int x = cell / 16 + dx[direction - 1], y = cell % 16 + dy[direction - 1];
    return x < 0 || x > 15 || y < 0 || y > 15 ? -1 : 16 * x + y;
}

Snake *Game::at(int cell) {
    for (auto &side : snakes)
        for (auto &s : side)
            for (int c : s.cells)
                if (c == cell) return &s;
    return nullptr;
}

Snake *Game::turn() {
    for (;;) {
        for (; !queue.empty(); queue.erase(queue.begin()))
            for (auto &s : snakes[player])
                if (s.id == queue[0]) return &s;
        if (snakes[0].empty() && snakes[1].empty()) return nullptr;
        if (player == 1 && ++round > max_round) return nullptr;
        if (player == 1)
            for (auto &item : items)
                if (item.time == round)
                    if (Snake *s = at(item.cell)) take(*s, item.cell);
        player = 1 - player;
        for (auto &s : snakes[player]) queue.push_back(s.id);
    }
}

void Game::take(Snake &s, int cell) {
    for (auto &item : items)
        if (item.cell == cell && item.time <= round && round < item.time + 16) {
            if (item.type == 0) s.bank += item.param;
            else s.ray = true;
            item.cell = -1;
        }
}

void Game::act(int operation) {
    Snake &s = *turn();
    queue.erase(queue.begin());
    if (operation <= 4) return move(s, operation);
    if (operation == 5) {
        int direction = 1;
        while (beside(s.cells[1], direction) != s.cells[0]) direction++;
        for (int c = beside(s.cells[0], direction); c >= 0; c = beside(c, direction)) wall[c] = -1;
        s.ray = false;
        return;
    }
    size_t half = (s.cells.size() + 1) / 2;
    Snake tail = {next_id++, s.camp, s.bank, false, {s.cells.rbegin(), s.cells.rend() - half}};
    s.bank = 0;
    s.cells.resize(half);
    auto &side = snakes[s.camp];
    side.insert(side.begin() + (&s - &side[0]) + 1, tail);
}

void Game::move(Snake &s, int direction) {
    int to = beside(s.cells[0], direction);
    if (!grows(s)) s.cells.pop_back();
    else if (s.id != s.camp || round > 8) s.bank--;
    if (to < 0 || wall[to] >= 0) return kill(s.id);
    Snake *hit = at(to);
    if (hit == &s) return seal(s, to);
    if (hit) return kill(s.id);
    s.cells.push_front(to);
    take(s, to);
}

void Game::kill(int id) {
    for (auto &side : snakes)
        side.erase(std::remove_if(side.begin(), side.end(), [=](Snake &s) { return s.id == id; }), side.end());
}

// The ring becomes wall with what is on one side of it, if that side does not reach the edge of the board.
void Game::seal(Snake &s, int cell) {
    std::vector<int> ring = {cell}, dead = {s.id};
    ring.insert(ring.end(), s.cells.begin(), std::find(s.cells.begin(), s.cells.end(), cell));
    int mark[256] = {}, camp = s.camp;
    bool open[3] = {};
    for (int c : ring) mark[c] = 3;
    for (int side : {1, 2})
        for (size_t i = 0; i < ring.size(); i++) {
            int v = ring[(i + 1) % ring.size()], direction = 1;
            while (beside(ring[i], direction) != v) direction++;
            std::vector<int> stack = {beside(v, (direction + (side == 1 ? 0 : 2)) % 4 + 1)};
            while (!stack.empty()) {
                int c = stack.back();
                stack.pop_back();
                if (c < 0) open[side] = true;
                if (c < 0 || mark[c]) continue;
                mark[c] = side;
                for (int d = 1; d <= 4; d++) stack.push_back(beside(c, d));
            }
        }
    for (int c = 0; c < 256; c++)
        if (mark[c] == 3 || (mark[c] && !open[mark[c]])) {
            if (Snake *in = at(c)) dead.push_back(in->id);
            wall[c] = camp;
        }
    for (int id : dead) kill(id);
}
