"""SnakeGo: a compiled program in a Python package, as some ship it. An archive keeps no permissions, so it sets them."""
import os

player = os.path.join(os.path.dirname(os.path.abspath(__file__)), "player")
os.chmod(player, 0o755)
os.execv(player, [player])
