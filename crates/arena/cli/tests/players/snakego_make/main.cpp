// SnakeGo: goes round in a ring at its own side, where no item lies in the first 80 rounds. It knows no rules: it relies
// on an opponent that has one snake all the time, as it has itself.
#include <cstdio>

int main() {
    unsigned char head[8];
    if (fread(head, 1, 5, stdin) != 5) return 1; // length, width, max_round (2), player
    int player = head[4];
    if (fread(head, 1, 3, stdin) != 3) return 1; // 0x10, number of items (2)
    for (int left = 7 * (head[1] * 256 + head[2]); left > 0; left--) getchar();
    // 1 is x+1, 2 is y+1, 3 is x-1, 4 is y-1.
    const int ring[2][16] = {
        {4, 4, 4, 4, 4, 4, 4, 1, 2, 2, 2, 2, 2, 2, 2, 3},
        {2, 2, 2, 2, 2, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4, 1},
    };
    // Every operation of both players is told, the own one too.
    for (int told = 0;; told++) {
        if (told % 2 == player) {
            const char packet[5] = {0, 0, 0, 1, (char)ring[player][told / 2 % 16]};
            fwrite(packet, 1, 5, stdout);
            fflush(stdout);
        }
        if (getchar() == EOF) return 0;
    }
}
