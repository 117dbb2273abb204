"""Plays games with the Python model of the rules: a line of JSON in for each game, a line out.

In: {"items": [[x, y, type, time, param], ...], "max_round": R, "enclosure": RULE, "seed": S or null, "ops": "1234..."}
Out: {"steps": [[legal operations, position, events], ...], "end": {...}, "items": the generator's list for the seed}
"""
import json
import sys

from snakego_referee import Game, generate_items


def position(game):
    return {"round": game.round, "player": game.player, "cur": game.cur, "next_id": game.next_id,
            "s0": game.team_dump(0), "s1": game.team_dump(1), "walls": game.walls_text(),
            "items": game.ground_dump()}


for line in sys.stdin:
    order = json.loads(line)
    game = Game(order["items"], order["max_round"], order["enclosure"])
    steps = [[game.legal_ops(), position(game), []]]
    for digit in order["ops"]:
        events = [list(event) for event in game.apply(int(digit))]
        steps.append([[], None, events] if game.over else [game.legal_ops(), position(game), events])
    out = {"steps": steps, "over": game.over, "area": game.area(), "score": game.score2(),
           "first_item": list(game.first_item), "items": generate_items(order["seed"])}
    print(json.dumps(out), flush=True)
