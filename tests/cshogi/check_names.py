#!/usr/bin/env python3
"""A second opinion on the Japanese names of moves: compares a file of ours with cshogi's KI2 names.

usage: check_names.py FILE

A line of FILE is an SFEN, the move played from it (or -), and moves of the position reached as USI=NAME, all separated by
tabs. Two known differences are counted apart, and each time it is made sure that it is one:

- pinned: a drop, named 打 by us and tsshogi because a piece of its kind could go there but for a pin. cshogi looks at legal
  moves only.
- short: cshogi says 左 or 右 where two pieces of the kind come from that side, and we say the way too.

Exit code 0: all other names agree. 1: at least one differs; the first few are shown.
"""

import sys

import cshogi
from cshogi.KI2 import move_to_ki2

SHOWN = 20


def plain(name):
    """Blanks behind 同 and the two forms of the dragon are ways to print the same."""
    return name.replace("\u3000", "").replace(" ", "").replace("竜", "龍")


def rivals(board, move):
    """The moves on the board that take a piece of the same kind to the same square, pins put aside."""
    if cshogi.move_is_drop(move):
        kind = cshogi.hand_piece_to_piece_type(cshogi.move_drop_hand_piece(move))
    else:
        kind = cshogi.move_from_piece_type(move)
    return [
        other
        for other in board.pseudo_legal_moves
        if not cshogi.move_is_drop(other)
        and cshogi.move_to(other) == cshogi.move_to(move)
        and cshogi.move_from_piece_type(other) == kind
        and cshogi.move_is_promotion(other) == cshogi.move_is_promotion(move)
    ]


def is_pinned(board, move, ours, theirs):
    if not cshogi.move_is_drop(move) or plain(ours) != plain(theirs) + "打":
        return False
    legal = set(board.legal_moves)
    others = rivals(board, move)
    return bool(others) and not any(other in legal for other in others)


def is_short(board, move, ours, theirs):
    rest = plain(ours)[len(plain(theirs)):]
    if cshogi.move_is_drop(move) or not plain(ours).startswith(plain(theirs)) or rest not in ("上", "寄", "引"):
        return False
    # cshogi counts files from Black's right.
    file = cshogi.move_to(move) // 9
    on_the_left = [(cshogi.move_from(other) // 9 > file) == (board.turn == cshogi.BLACK) for other in rivals(board, move)
                   if cshogi.move_from(other) // 9 != file]
    return on_the_left.count(plain(theirs)[-1] == "左") > 1


def main(path):
    positions = names = differing = pinned = short = 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            sfen, played, *named = line.rstrip("\n").split("\t")
            board = cshogi.Board(sfen)
            if played != "-":
                board.push_usi(played)
            positions += 1
            for usi, ours in (pair.split("=") for pair in named):
                move = board.move_from_usi(usi)
                theirs = move_to_ki2(move, board)
                names += 1
                if plain(ours) == plain(theirs):
                    continue
                if is_pinned(board, move, ours, theirs):
                    pinned += 1
                elif is_short(board, move, ours, theirs):
                    short += 1
                else:
                    differing += 1
                    if differing <= SHOWN:
                        print(f"{sfen} {played} {usi}: ours {ours}, theirs {theirs}")
    print(f"{positions} positions, {names} names, {differing} differ; besides {pinned} pinned and {short} short")
    return 1 if differing else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
