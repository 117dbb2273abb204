// NoGo: the last legal point, in C#: JSON by Json.NET, with which the site links every file.
using System;
using System.Collections.Generic;
using Newtonsoft.Json;

class Point {
    public int x, y;
}

class Input {
    public List<Point> requests, responses;
}

class Bot {
    static readonly int[,] board = new int[9, 9]; // 0 free, 1 own, -1 the opponent's
    static bool[,] seen;

    static bool HasLiberty(int x, int y, int color) {
        if (x < 0 || x > 8 || y < 0 || y > 8 || seen[x, y]) return false;
        if (board[x, y] != color) return board[x, y] == 0;
        seen[x, y] = true;
        return HasLiberty(x + 1, y, color) || HasLiberty(x - 1, y, color) || HasLiberty(x, y + 1, color)
            || HasLiberty(x, y - 1, color);
    }

    static bool AllLive() {
        for (int x = 0; x < 9; x++)
            for (int y = 0; y < 9; y++) {
                seen = new bool[9, 9];
                if (board[x, y] != 0 && !HasLiberty(x, y, board[x, y])) return false;
            }
        return true;
    }

    static bool Legal(int x, int y) {
        if (board[x, y] != 0) return false;
        board[x, y] = 1;
        bool good = AllLive();
        board[x, y] = 0;
        return good;
    }

    static void Put(List<Point> points, int color) {
        foreach (var point in points)
            if (point.x >= 0) board[point.x, point.y] = color;
    }

    static void Main() {
        var input = JsonConvert.DeserializeObject<Input>(Console.ReadLine());
        Put(input.requests, -1);
        Put(input.responses, 1);
        for (int x = 8; x >= 0; x--)
            for (int y = 8; y >= 0; y--)
                if (Legal(x, y)) {
                    Console.WriteLine(JsonConvert.SerializeObject(new { response = new Point { x = x, y = y } }));
                    return;
                }
    }
}
