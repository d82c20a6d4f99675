let strokes = 0;

/** A name for one movement, unlike every other: all that carries it is one step to undo. */
export function newStroke(): string {
  strokes += 1;
  return `stroke-${strokes}`;
}
