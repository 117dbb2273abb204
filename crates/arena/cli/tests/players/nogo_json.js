// NoGo: the first legal point column by column, as the JavaScript samples of Botzone are written.
let text = "";
process.stdin.on("data", (chunk) => { text += chunk; });
process.stdin.on("end", () => {
    const { requests, responses } = JSON.parse(text);
    const board = Array.from({ length: 9 }, () => Array(9).fill(0));
    const put = ({ x, y }, color) => { if (x !== -1) board[x][y] = color; };
    requests.forEach((request, i) => {
        put(request, -1);
        if (i < responses.length) put(responses[i], 1);
    });
    const near = (x, y) => [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]
        .filter(([a, b]) => a >= 0 && a < 9 && b >= 0 && b < 9);
    const lives = (x, y) => {
        const seen = new Set([9 * x + y]), stack = [[x, y]];
        while (stack.length > 0) {
            for (const [a, b] of near(...stack.pop())) {
                if (board[a][b] === 0) return true;
                if (board[a][b] !== board[x][y] || seen.has(9 * a + b)) continue;
                seen.add(9 * a + b);
                stack.push([a, b]);
            }
        }
        return false;
    };
    const legal = (x, y) => {
        if (board[x][y] !== 0) return false;
        board[x][y] = 1;
        const good = lives(x, y) && near(x, y).every(([a, b]) => board[a][b] !== -1 || lives(a, b));
        board[x][y] = 0;
        return good;
    };
    for (let y = 0; y < 9; y++) {
        for (let x = 0; x < 9; x++) {
            if (legal(x, y)) {
                console.log(JSON.stringify({ response: { x, y } }));
                return;
            }
        }
    }
});
