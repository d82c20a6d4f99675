/** The decorative loops of the cards (specification, section 9). */
export const LOOP_COUNT = 38;

/** Added to a report's id in the removal panel, so that a card never shows the same loop twice. */
export const REMOVAL_LOOP_OFFSET = 15;

/** Index of a report's loop: its id modulo 38, advanced by `missing` for loops that failed to load. */
export function loopIndex(id: number, missing = 0): number {
  return (id + missing) % LOOP_COUNT;
}

/** Path of a loop's files, without `.webm`, `.mp4` or `.jpg`. */
export function loopFile(index: number): string {
  return `/art/loops/loop-${String(index).padStart(2, '0')}`;
}
