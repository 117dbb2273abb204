// NoGo: the first legal point, as the samples of Botzone are written: JSON by JsonCpp, the whole history every turn.
#include <iostream>
#include <string>
#include "jsoncpp/json.h"
using namespace std;

int board[9][9]; // 0 free, 1 black, -1 white
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

bool legal(int x, int y, int color) {
    if (board[x][y] != 0) return false;
    board[x][y] = color;
    bool good = lives(x, y);
    for (int d = 0; d < 4 && good; d++) {
        int nx = x + DX[d], ny = y + DY[d];
        if (inside(nx, ny) && board[nx][ny] == -color) good = lives(nx, ny);
    }
    board[x][y] = 0;
    return good;
}

int main() {
    string line;
    getline(cin, line);
    Json::Reader reader;
    Json::Value input;
    reader.parse(line, input);
    int turn = input["responses"].size();
    int color = input["requests"][0u]["x"].asInt() == -1 ? 1 : -1;
    for (int i = 0; i <= turn; i++) {
        int x = input["requests"][i]["x"].asInt(), y = input["requests"][i]["y"].asInt();
        if (x != -1) board[x][y] = -color;
        if (i == turn) break;
        board[input["responses"][i]["x"].asInt()][input["responses"][i]["y"].asInt()] = color;
    }
    Json::Value answer;
    for (int x = 0; x < 9 && answer.isNull(); x++)
        for (int y = 0; y < 9 && answer.isNull(); y++)
            if (legal(x, y, color)) {
                answer["response"]["x"] = x;
                answer["response"]["y"] = y;
                answer["debug"] = "turn " + to_string(turn);
            }
    Json::FastWriter writer;
    cout << writer.write(answer) << endl;
    return 0;
}
