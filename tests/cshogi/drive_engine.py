#!/usr/bin/env python3
"""Drives an engine with cshogi's USI client (https://pypi.org/project/cshogi/), as programs that use it do.

usage: drive_engine.py ENGINE

Exit code 0: everything came back as the client expects. 1: an assertion that names what did not.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import cshogi
from cshogi.usi import Engine
from cshogi.usi.Engine import InfoListener, MultiPVListener

START = cshogi.Board().sfen()
MATE = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"


def legal(sfen, moves, move):
    board = cshogi.Board(sfen)
    for played in moves:
        board.push_usi(played)
    return move in [cshogi.move_to_usi(other) for other in board.legal_moves]


def main(path):
    engine = Engine(path, connect=False)
    engine.connect()
    assert engine.name.startswith("Tsumugi "), engine.name
    assert any("USI_Hash" in line for line in engine.usi())
    engine.setoption("USI_Hash", 64)
    engine.setoption("USI_Ponder", "true")
    engine.isready()
    engine.usinewgame()

    engine.position()
    info = InfoListener()
    move, ponder = engine.go(byoyomi=200, listener=info.listen())
    assert legal(START, [], move), move
    assert info.pv[0] == move and isinstance(info.score, int) and info.info["depth"] >= 1, info.info

    engine.position(moves=["7g7f", "3c3d"])
    move, _ = engine.go(btime=1000, wtime=1000, binc=100, winc=100)
    assert legal(START, ["7g7f", "3c3d"], move), move
    move, _ = engine.go(nodes=500)
    assert legal(START, ["7g7f", "3c3d"], move), move

    with ThreadPoolExecutor(max_workers=1) as executor:
        for end in (engine.ponderhit, engine.stop):
            waiting = executor.submit(engine.go, ponder=True, btime=0, wtime=0, byoyomi=300)
            time.sleep(0.5)
            assert not waiting.done()
            end()
            move, _ = waiting.result()
            assert legal(START, ["7g7f", "3c3d"], move), move

    engine.setoption("MultiPV", 2)
    lines = MultiPVListener()
    engine.go(nodes=3000, listener=lines.listen())
    assert len(lines.info) == 2 and lines.info[0]["pv"][0] != lines.info[1]["pv"][0], lines.info
    engine.setoption("MultiPV", 1)

    engine.position(sfen=MATE)
    info = InfoListener()
    move, _ = engine.go(byoyomi=200, listener=info.listen())
    assert move == "G*5b" and info.score == 100000, (move, info.score)
    assert engine.go_mate() == "G*5b"
    assert engine.go_mate(byoyomi=1000) == "G*5b"
    engine.position()
    assert engine.go_mate(byoyomi=1000) == "nomate"
    engine.position(sfen="sfen 3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1")
    engine.setoption("MateRule", "Helpmate")
    assert engine.go_mate() == "1f5b+ 4a5b S*4b"

    engine.gameover("win")
    name = engine.name
    engine.quit()
    print(f"drove {name} with cshogi")


if __name__ == "__main__":
    main(sys.argv[1])
