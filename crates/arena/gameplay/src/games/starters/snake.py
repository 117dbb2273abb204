"""NAME, a bot for Snake on Botzone. It moves to a random free cell: your idea goes into `choose`.

Cells are (x, y): row x from 1 downward, column y from 1. Both snakes move at the same time. They grow in turns 0 to 9
and in every third one after that (12, 15, ...); in the others the tails leave their cells first. A snake that meets an
obstacle, a snake or the edge dies.
"""

import json
import random

# The judge's directions 0 to 3: up, right, down, left.
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


class Game:
    def __init__(self, first):
        self.height, self.width = first["height"], first["width"]
        self.obstacles = {(cell["x"], cell["y"]) for cell in first["obstacle"]}
        self.me = [(first["x"], first["y"])]  # from tail to head
        corners = [(1, 1), (self.height, self.width)]
        self.other = [corner for corner in corners if corner != self.me[0]]
        self.turn = 0

    def grows(self):
        return self.turn <= 9 or self.turn % 3 == 0

    def play(self, mine, theirs):
        for snake, direction in ((self.me, mine), (self.other, theirs)):
            snake.append(step(snake[-1], direction))
            if not self.grows():
                del snake[0]
        self.turn += 1

    def safe_directions(self):
        """The directions that only the opponent's head can make fatal."""
        tails = 0 if self.grows() else 1
        taken = self.obstacles.union(self.me[tails:], self.other[tails:])
        cells = [step(self.me[-1], direction) for direction in range(4)]
        inside = [1 <= x <= self.height and 1 <= y <= self.width for x, y in cells]
        return [i for i in range(4) if inside[i] and cells[i] not in taken]


def step(cell, direction):
    dx, dy = STEPS[direction]
    return cell[0] + dx, cell[1] + dy


def choose(game):
    """The direction to move in."""
    return random.choice(game.safe_directions() or [0])


def main():
    turn = json.loads(input())
    requests = turn["requests"]
    game = Game(requests[0])
    # Each later request has the opponent's move that was made together with your response.
    for response, request in zip(turn["responses"], requests[1:]):
        game.play(response["direction"], request["direction"])
    print(json.dumps({"response": {"direction": choose(game)}}))


main()
