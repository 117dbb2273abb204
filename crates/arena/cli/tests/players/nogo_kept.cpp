// NoGo: a random legal point, in simple IO, kept running: the history once, then one line a turn.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

typedef signed char Cell;
Cell cells[11][11]; // 0 free, 1 own, -1 the opponent's, 9 the border
bool seen[11][11];

bool breathes(int x, int y) {
    seen[x][y] = true;
    const int near[4][2] = {{x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}};
    for (auto &p : near) {
        Cell there = cells[p[0]][p[1]];
        if (there == 0) return true;
        if (there == cells[x][y] && !seen[p[0]][p[1]] && breathes(p[0], p[1])) return true;
    }
    return false;
}

bool alive(int x, int y) {
    for (auto &row : seen) for (bool &cell : row) cell = false;
    return breathes(x, y);
}

bool legal(int x, int y) {
    if (cells[x][y]) return false;
    cells[x][y] = 1;
    bool good = alive(x, y);
    const int near[4][2] = {{x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}};
    for (auto &p : near) good = good && (cells[p[0]][p[1]] != -1 || alive(p[0], p[1]));
    cells[x][y] = 0;
    return good;
}

int main() {
    srand(time(nullptr));
    for (int i = 0; i < 11; i++) cells[i][0] = cells[i][10] = cells[0][i] = cells[10][i] = 9;
    int turns, x, y;
    if (scanf("%d", &turns) != 1) return 1;
    for (int i = 0; i < 2 * turns - 2; i++) {
        if (scanf("%d %d", &x, &y) != 2) return 1;
        if (x >= 0) cells[x + 1][y + 1] = i % 2 ? 1 : -1;
    }
    while (scanf("%d %d", &x, &y) == 2) {
        if (x >= 0) cells[x + 1][y + 1] = -1;
        std::vector<int> moves;
        for (int i = 11; i < 110; i++)
            if (legal(i / 11, i % 11)) moves.push_back(i);
        int move = moves[rand() % moves.size()];
        cells[move / 11][move % 11] = 1;
        printf("%d %d\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n", move / 11 - 1, move % 11 - 1);
        fflush(stdout);
    }
}
