// Mouse, pen and touch over the board, the hands and the box, as four things: a click, a drag, a drop, and a turn by
// the right button or a long press. What they mean is the business of the mode that the page is in.

import { pieceIcon } from "./pieces.js";

const DRAG_DISTANCE = 6;
const LONG_PRESS = 500;

/** What lies under an element: `{ rack: "board", index }`, `{ rack: "black" | "white" | "box", kind }` or `null`. */
function placeOf(node) {
  const found = node?.closest?.("[data-square], [data-rack], [data-rack-row]");
  if (!found) return null;
  const { square, rack, kind, rackRow } = found.dataset;
  if (square !== undefined) return { rack: "board", index: Number(square) };
  return { rack: rack ?? rackRow, kind: kind ?? null };
}

/** `mode()` gives `{ click, pieceAt, drop, turn }` for the mode that the page is in. */
export function listenToPointers(area, mode) {
  let press = null;
  // Clicks come from the keyboard as well: a button that is pressed by Enter. The click after a drag is none.
  let swallowClick = false;

  const end = () => {
    clearTimeout(press?.timer);
    press?.ghost?.remove();
    area.classList.remove("dragging");
    press = null;
  };

  area.addEventListener("pointerdown", (event) => {
    const place = placeOf(event.target);
    if (event.button !== 0 || !place) return;
    end();
    press = { id: event.pointerId, place, x: event.clientX, y: event.clientY };
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    if (event.pointerType !== "mouse") {
      press.timer = setTimeout(() => {
        mode().turn(place);
        press = null;
        swallowClick = true;
      }, LONG_PRESS);
    }
  });

  addEventListener("pointermove", (event) => {
    if (event.pointerId !== press?.id) return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_DISTANCE) return;
      clearTimeout(press.timer);
      const piece = mode().pieceAt(press.place);
      if (!piece) return;
      press.ghost = pieceIcon(piece);
      press.ghost.classList.add("ghost");
      document.body.append(press.ghost);
      area.classList.add("dragging");
    }
    press.ghost.style.left = `${event.clientX}px`;
    press.ghost.style.top = `${event.clientY}px`;
  });

  addEventListener("pointerup", (event) => {
    if (event.pointerId !== press?.id) return;
    const { place, ghost } = press;
    end();
    if (!ghost) return;
    swallowClick = true;
    mode().drop(place, placeOf(document.elementFromPoint(event.clientX, event.clientY)));
  });

  addEventListener("pointercancel", end);

  addEventListener("pointerdown", () => (swallowClick = false), true);
  area.addEventListener("click", (event) => {
    if (swallowClick) {
      swallowClick = false;
      return;
    }
    const place = placeOf(event.target);
    if (place) mode().click(place, event.shiftKey);
  });

  area.addEventListener("contextmenu", (event) => {
    const place = placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    if (event.pointerType !== "touch") mode().turn(place);
  });
}
