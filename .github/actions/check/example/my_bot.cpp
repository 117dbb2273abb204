// A bot for Botzone's NoGo, written as the site's samples are: the moves so far come in simple IO, the answer is one
// line. It plays the first legal point.
#include <cstring>
#include <iostream>
using namespace std;

static const int SIZE = 9;
static int board[SIZE][SIZE]; // 0 empty, 1 mine, -1 the opponent's
static bool seen[SIZE][SIZE];

// Whether the stones connected with this one have a liberty.
static bool has_liberty(int x, int y) {
    seen[x][y] = true;
    const int dx[] = {-1, 0, 1, 0}, dy[] = {0, -1, 0, 1};
    for (int d = 0; d < 4; d++) {
        int nx = x + dx[d], ny = y + dy[d];
        if (nx < 0 || ny < 0 || nx >= SIZE || ny >= SIZE) continue;
        if (board[nx][ny] == 0) return true;
        if (board[nx][ny] == board[x][y] && !seen[nx][ny] && has_liberty(nx, ny)) return true;
    }
    return false;
}

// In NoGo neither capture nor suicide is allowed: after the move every group has a liberty.
static bool is_legal(int x, int y) {
    if (board[x][y]) return false;
    board[x][y] = 1;
    bool legal = true;
    for (int i = 0; i < SIZE && legal; i++)
        for (int j = 0; j < SIZE && legal; j++)
            if (board[i][j]) {
                memset(seen, 0, sizeof seen);
                legal = has_liberty(i, j);
            }
    board[x][y] = 0;
    return legal;
}

int main() {
    // Turn number, then the opponent's first move, and alternately mine and the opponent's; -1 -1 for none.
    int n;
    cin >> n;
    for (int i = 0; i < 2 * n - 1; i++) {
        int x, y;
        cin >> x >> y;
        if (x >= 0) board[x][y] = i % 2 ? 1 : -1;
    }
    for (int x = 0; x < SIZE; x++)
        for (int y = 0; y < SIZE; y++)
            if (is_legal(x, y)) {
                cout << x << ' ' << y << endl;
                return 0;
            }
    cout << "0 0" << endl;
}
