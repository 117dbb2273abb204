// SnakeGo: a random move that keeps the snake alive; a long snake splits. Built by make or by cmake, as Saiblo does.
#include "game.hpp"
#include <cstdio>
#include <cstdlib>

int number(int bytes) {
    int value = 0;
    while (bytes-- > 0) value = value * 256 + (getchar() & 255);
    return value;
}

int choose(Game &game, Snake &s) {
    if (s.cells.size() >= 8 && game.snakes[s.camp].size() < 4) return 6;
    std::vector<int> good, legal;
    for (int d = 1; d <= 4; d++) {
        int to = Game::beside(s.cells[0], d);
        size_t length = s.cells.size();
        if (length > 1 && to == s.cells[1] && (length > 2 || game.grows(s))) continue;
        legal.push_back(d);
        if (to >= 0 && game.wall[to] < 0 && !game.at(to)) good.push_back(d);
    }
    auto &moves = good.empty() ? legal : good;
    return moves[rand() % moves.size()];
}

int main() {
    number(2); // length and width: 16
    int rounds = number(2), me = number(1);
    number(1); // 0x10
    std::vector<Item> items(number(2));
    for (auto &item : items) {
        item.cell = number(1) * 16;
        item.cell += number(1);
        item.type = number(1), item.time = number(2), item.param = number(2);
    }
    Game game(rounds, items);
    while (Snake *s = game.turn()) {
        if (s->camp == me) {
            const char packet[] = {0, 0, 0, 1, (char)choose(game, *s)};
            fwrite(packet, 1, 5, stdout);
            fflush(stdout);
        }
        int told = getchar(); // every operation of both players is told, the own one too
        if (told < 1 || told > 6) break;
        game.act(told);
    }
    while (getchar() != EOF) {} // who ends before the judge does has lost
}
