// NoGo: the first legal point, in JSON by json-simple, as the site's own Java sample reads it. Its class is Main, whatever
// the name of the file.
import java.util.*;
import org.json.simple.JSONObject;
import org.json.simple.JSONValue;

class Main {
    static int[][] board = new int[9][9]; // 0 free, 1 own, -1 the opponent's
    static boolean[][] seen;

    static boolean hasLiberty(int x, int y, int color) {
        if (x < 0 || x > 8 || y < 0 || y > 8 || seen[x][y]) return false;
        if (board[x][y] != color) return board[x][y] == 0;
        seen[x][y] = true;
        return hasLiberty(x + 1, y, color) || hasLiberty(x - 1, y, color) || hasLiberty(x, y + 1, color)
            || hasLiberty(x, y - 1, color);
    }

    static boolean allLive() {
        for (int x = 0; x < 9; x++)
            for (int y = 0; y < 9; y++) {
                seen = new boolean[9][9];
                if (board[x][y] != 0 && !hasLiberty(x, y, board[x][y])) return false;
            }
        return true;
    }

    static boolean legal(int x, int y) {
        if (board[x][y] != 0) return false;
        board[x][y] = 1;
        boolean good = allLive();
        board[x][y] = 0;
        return good;
    }

    @SuppressWarnings("unchecked")
    static void put(Map<String, List<Map<String, Long>>> input, String list, int color) {
        for (Map<String, Long> move : input.get(list))
            if (move.get("x") >= 0) board[move.get("x").intValue()][move.get("y").intValue()] = color;
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        Map<String, List<Map<String, Long>>> input = (Map) JSONValue.parse(new Scanner(System.in).nextLine());
        put(input, "requests", -1);
        put(input, "responses", 1);
        for (int x = 0; x < 9; x++)
            for (int y = 0; y < 9; y++)
                if (legal(x, y)) {
                    JSONObject point = new JSONObject(), output = new JSONObject();
                    point.put("x", x);
                    point.put("y", y);
                    output.put("response", point);
                    System.out.print(output.toJSONString());
                    return;
                }
    }
}
