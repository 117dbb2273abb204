// NAME, a bot for NoGo on Botzone, in simple IO ("simplified interaction").
// It plays a random legal point: your idea goes into `choose`.
//
// Points are (x, y), x and y from 0 to 8. Black begins. A stone that would capture, or would itself have no liberty, is
// illegal; who cannot move loses.
#include <iostream>
#include <random>
#include <utility>
#include <vector>
using namespace std;

const int SIZE = 9;
const int DX[] = {1, -1, 0, 0}, DY[] = {0, 0, 1, -1};
int board[SIZE][SIZE]; // 0 free, 1 yours, -1 the opponent's
bool seen[SIZE][SIZE];

bool inside(int x, int y) { return 0 <= x && x < SIZE && 0 <= y && y < SIZE; }

bool reaches_liberty(int x, int y) {
    seen[x][y] = true;
    for (int d = 0; d < 4; d++) {
        int a = x + DX[d], b = y + DY[d];
        if (!inside(a, b) || seen[a][b]) continue;
        if (board[a][b] == 0) return true;
        if (board[a][b] == board[x][y] && reaches_liberty(a, b)) return true;
    }
    return false;
}

// Whether the stone here, with those connected to it, touches a free point.
bool has_liberty(int x, int y) {
    for (auto &row : seen)
        for (bool &point : row) point = false;
    return reaches_liberty(x, y);
}

bool is_legal(int x, int y, int color) {
    if (board[x][y] != 0) return false;
    board[x][y] = color;
    bool legal = has_liberty(x, y);
    for (int d = 0; d < 4; d++) {
        int a = x + DX[d], b = y + DY[d];
        if (inside(a, b) && board[a][b] == -color) legal = legal && has_liberty(a, b);
    }
    board[x][y] = 0;
    return legal;
}

// The point to play.
pair<int, int> choose() {
    vector<pair<int, int>> points;
    for (int x = 0; x < SIZE; x++)
        for (int y = 0; y < SIZE; y++)
            if (is_legal(x, y, 1)) points.push_back({x, y});
    return points[random_device()() % points.size()];
}

int main() {
    int turns, x, y;
    cin >> turns;
    // The opponent's moves and yours in turn. Black's first line is -1 -1: nobody has moved yet.
    for (int i = 0; i < 2 * turns - 1; i++) {
        cin >> x >> y;
        if (x >= 0) board[x][y] = i % 2 == 0 ? -1 : 1;
    }
    pair<int, int> point = choose();
    cout << point.first << ' ' << point.second << endl;
}
