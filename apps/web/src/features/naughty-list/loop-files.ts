/** The decorative loops of the cards (specification, section 9). */
export const LOOP_COUNT = 38;

/** What the removal panel adds to a report's id, so that a card never shows the same loop twice. */
export const REMOVAL_LOOP_OFFSET = 15;

/** The loop of a report: its id modulo 38. `missing` loops could not be had: it is the next one's turn. */
export function loopIndex(id: number, missing = 0): number {
  return (id + missing) % LOOP_COUNT;
}

/** Where a loop's files are, without `.webm`, `.mp4` or `.jpg`. */
export function loopFile(index: number): string {
  return `/art/loops/loop-${String(index).padStart(2, '0')}`;
}
