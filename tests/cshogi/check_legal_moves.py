#!/usr/bin/env python3
"""A second opinion on legal moves: compares a file of ours with cshogi (https://pypi.org/project/cshogi/).

usage: check_legal_moves.py FILE

A line of FILE is an SFEN, a tab, and the legal moves in USI, sorted as text and separated by blanks. Both kings must
be on the board, without stones: that is what cshogi can represent. cshogi is GPL, so it is used here, at test time, and
nowhere else; requirements.txt names the version to install in a virtual environment.

Nothing is filtered: cshogi's `legal_moves` also has the non-promotions of pawn, lance, bishop and rook that a player
would never choose (its search leaves them out, its move list does not), in check and out of check.

Exit code 0: all agree. 1: at least one position differs; the first few are shown. 2: the file cannot be used.
"""

import sys

import cshogi

SHOWN = 5


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        lines = file.read().splitlines()
    if not lines:
        print(f"{arguments[0]}: no positions", file=sys.stderr)
        return 2
    differences = 0
    counts = {"in check": 0, "mated": 0, "with a pawn-drop mate": 0}
    for number, line in enumerate(lines, 1):
        try:
            sfen, ours = line.split("\t")
            board = cshogi.Board(sfen)
        except (ValueError, RuntimeError) as error:
            print(f"{arguments[0]}:{number}: {error}: {line!r}", file=sys.stderr)
            return 2
        theirs = [cshogi.move_to_usi(move) for move in board.legal_moves]
        counts["in check"] += board.is_check()
        counts["mated"] += board.is_check() and not theirs
        counts["with a pawn-drop mate"] += has_pawn_drop_mate(board, theirs)
        difference = compare(sfen, ours.split(), board.sfen(), theirs)
        if difference:
            differences += 1
            if differences <= SHOWN:
                print(f"line {number}: {sfen}\n{difference}")
    print(f"{len(lines)} positions, {differences} differ;", ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if differences else 0


def compare(sfen, ours, their_sfen, theirs):
    """What differs, or an empty text. The lists are compared as they are: a move named twice is a difference."""
    if their_sfen != sfen:
        return f"  cshogi reads {their_sfen}"
    theirs = sorted(theirs)
    if ours == theirs:
        return ""
    only_ours = [move for move in ours if move not in theirs]
    only_theirs = [move for move in theirs if move not in ours]
    if only_ours or only_theirs:
        return f"  only ours: {' '.join(only_ours)}\n  only cshogi's: {' '.join(only_theirs)}"
    return f"  not sorted, or a move twice: {' '.join(ours)}"


def has_pawn_drop_mate(board, legal):
    """Whether uchifuzume alone forbids a pawn drop: out of check nothing else forbids it on an empty square, the file
    having no other pawn of the side to move, in front of the other king."""
    pawn = cshogi.BPAWN if board.turn == cshogi.BLACK else cshogi.WPAWN
    if board.is_check() or not board.pieces_in_hand[board.turn][0]:
        return False
    file, rank = divmod(board.king_square(1 - board.turn), 9)
    rank += 1 if board.turn == cshogi.BLACK else -1
    if not 0 <= rank < 9 or board.piece(file * 9 + rank) != cshogi.NONE:
        return False
    if any(board.piece(file * 9 + other) == pawn for other in range(9)):
        return False
    return f"P*{file + 1}{'abcdefghi'[rank]}" not in legal


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
