let strokes = 0;

/** A unique gesture id; all steps with it undo as one. */
export function newStroke(): string {
  strokes += 1;
  return `stroke-${strokes}`;
}
