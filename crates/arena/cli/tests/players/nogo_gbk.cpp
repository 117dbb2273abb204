// 不围棋：随机走一个合法点。本文件是 GBK 编码，行末为 CRLF，许多同学的代码就是这样。
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include "jsoncpp/json.h"
using namespace std;

int qipan[9][9];   // 棋盘：0 空，1 我方，-1 对方
bool laiguo[9][9]; // 搜索时来过
const int cx[] = {-1, 0, 1, 0}, cy[] = {0, -1, 0, 1};

bool zai(int x, int y) { return x >= 0 && y >= 0 && x < 9 && y < 9; }

bool youqi(int x, int y) { // 这块棋还有没有气
    laiguo[x][y] = true;
    for (int d = 0; d < 4; d++) {
        int a = x + cx[d], b = y + cy[d];
        if (!zai(a, b) || laiguo[a][b]) continue;
        if (qipan[a][b] == 0) return true;
        if (qipan[a][b] == qipan[x][y] && youqi(a, b)) return true;
    }
    return false;
}

bool hefa(int x, int y) { // 能不能下在这里
    if (qipan[x][y] != 0) return false;
    qipan[x][y] = 1;
    bool ok = true;
    for (int d = -1; d < 4 && ok; d++) {
        int a = d < 0 ? x : x + cx[d], b = d < 0 ? y : y + cy[d];
        if (!zai(a, b) || (d >= 0 && qipan[a][b] != -1)) continue;
        for (auto &hang : laiguo) for (bool &ge : hang) ge = false;
        ok = youqi(a, b);
    }
    qipan[x][y] = 0;
    return ok;
}

int main() {
    srand((unsigned)time(0));
    string str;
    getline(cin, str);
    Json::Reader reader;
    Json::Value input;
    reader.parse(str, input);
    const char *from[] = {"requests", "responses"};
    for (int i = 0; i < 2; i++)
        for (auto &zi : input[from[i]])
            if (zi["x"].asInt() >= 0) qipan[zi["x"].asInt()][zi["y"].asInt()] = i ? 1 : -1;
    int n = 0, x[81], y[81];
    for (int i = 0; i < 81; i++)
        if (hefa(i / 9, i % 9)) x[n] = i / 9, y[n++] = i % 9;
    int k = rand() % n;
    printf("{\"response\":{\"x\":%d,\"y\":%d},\"debug\":\"可下 %d 处\"}", x[k], y[k], n);
    return 0;
}
