/** A stretch of time in which slots advance at one pace: `slot` began at `atMs` (Unix, ms). */
export type TimeSegment = {
  slot: number;
  atMs: number;
  slotMs: number;
  /** Added to real time for everything the chain reports as its own time. */
  offsetMs: number;
};

export type ChainClock = {
  /** Milliseconds of real time that never run backwards, also across restarts. */
  nowMs(): number;
  /** The slot being processed now. */
  slot(): number;
  /** Unix seconds of a slot; null for slots that have not begun. */
  blockTimeOf(slot: number): number | null;
  /** Unix seconds as the chain sees them now. */
  chainTime(): number;
  /** Jumps ahead, as if that many slots had passed in no time. */
  advance(slots: number): void;
  setOffset(offsetMs: number): void;
  /** The segment in force. */
  current(): TimeSegment;
};

/** Slot of a moment within one segment. */
export const slotWithin = (segment: TimeSegment, ms: number): number =>
  segment.slot + Math.max(0, Math.floor((ms - segment.atMs) / segment.slotMs));

/** The segment that a slot belongs to: the last one that began at or before it. */
function segmentOf(segments: readonly TimeSegment[], slot: number): TimeSegment | undefined {
  return segments.findLast((segment) => segment.slot <= slot);
}

/**
 * Unix seconds of a slot: those of its end, so that no transaction has a time before it was sent.
 * A slot that was jumped over has the time of the slot that was jumped to.
 */
export function blockTimeWithin(segments: readonly TimeSegment[], slot: number): number | null {
  const segment = segmentOf(segments, slot);
  if (!segment) return null;
  const next = segments[segments.indexOf(segment) + 1];
  const begunMs = segment.atMs + (slot - segment.slot) * segment.slotMs;
  const ms = Math.min(begunMs, next?.atMs ?? begunMs) + segment.slotMs;
  return Math.floor((ms + segment.offsetMs) / 1000);
}

type ClockOptions = {
  segments: TimeSegment[];
  /** No moment before this one is ever reported (the last one on record). */
  notBeforeMs: number;
  /** Makes a new segment durable before it takes effect. */
  keep(segment: TimeSegment): void;
};

/** A clock over recorded segments; the last one is in force. Slots go on while the chain is stopped. */
export function createClock({ segments, notBeforeMs, keep }: ClockOptions): ChainClock {
  let latestMs = notBeforeMs;
  let correctionMs = 0;
  const current = (): TimeSegment => {
    const last = segments.at(-1);
    if (!last) throw new Error('the chain clock has no beginning');
    return last;
  };
  const nowMs = (): number => {
    const wallMs = Date.now();
    // A wall clock that was set back must not stop or reverse the chain: carry on from where we were.
    if (wallMs + correctionMs < latestMs) correctionMs = latestMs - wallMs;
    latestMs = wallMs + correctionMs;
    return latestMs;
  };
  const begin = (segment: TimeSegment): void => {
    keep(segment);
    segments.push(segment);
  };
  const slot = (): number => slotWithin(current(), nowMs());
  return {
    nowMs,
    slot,
    current,
    blockTimeOf: (wanted) => (wanted > slot() ? null : blockTimeWithin(segments, wanted)),
    chainTime: () => Math.floor((nowMs() + current().offsetMs) / 1000),
    advance: (slots) => {
      if (slots > 0) begin({ ...current(), slot: slot() + slots, atMs: nowMs() });
    },
    setOffset: (offsetMs) => {
      // Time within a slot is one: another time needs another slot.
      if (offsetMs !== current().offsetMs) begin({ ...current(), slot: slot() + 1, atMs: nowMs(), offsetMs });
    },
  };
}
