// NoGo: the last legal point, in simple IO ("simplified interaction").
#include <iostream>
using namespace std;

int board[9][9]; // 0 free, 1 own, -1 the opponent's
bool seen[9][9];
const int DX[] = {0, 0, 1, -1}, DY[] = {1, -1, 0, 0};

bool inside(int x, int y) { return 0 <= x && x < 9 && 0 <= y && y < 9; }

bool has_liberty(int x, int y) {
    seen[x][y] = true;
    for (int d = 0; d < 4; d++) {
        int nx = x + DX[d], ny = y + DY[d];
        if (!inside(nx, ny) || seen[nx][ny]) continue;
        if (board[nx][ny] == 0) return true;
        if (board[nx][ny] == board[x][y] && has_liberty(nx, ny)) return true;
    }
    return false;
}

bool lives(int x, int y) {
    for (auto &row : seen)
        for (bool &cell : row) cell = false;
    return has_liberty(x, y);
}

bool legal(int x, int y) {
    if (board[x][y] != 0) return false;
    board[x][y] = 1;
    bool good = lives(x, y);
    for (int d = 0; d < 4 && good; d++) {
        int nx = x + DX[d], ny = y + DY[d];
        if (inside(nx, ny) && board[nx][ny] == -1) good = lives(nx, ny);
    }
    board[x][y] = 0;
    return good;
}

int main() {
    int n = 0, x, y;
    cin >> n;
    for (int i = 0; i < 2 * n - 1; i++) {
        cin >> x >> y;
        if (x != -1) board[x][y] = i % 2 == 0 ? -1 : 1;
    }
    for (x = 8; x >= 0; x--)
        for (y = 8; y >= 0; y--)
            if (legal(x, y)) {
                cout << x << ' ' << y << endl;
                return 0;
            }
    return 0;
}
