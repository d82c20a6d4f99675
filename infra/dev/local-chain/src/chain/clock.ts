/** A period with a constant slot duration: `slot` began at `atMs` (Unix, ms). */
export type TimeSegment = { slot: number; atMs: number; slotMs: number };

export type ChainClock = ReturnType<typeof createClock>;

/** The slot at a time within one segment. */
export const slotWithin = (segment: TimeSegment, ms: number): number =>
  segment.slot + Math.max(0, Math.floor((ms - segment.atMs) / segment.slotMs));

/** The segment of a slot: the last one that began at or before it. */
function segmentOf(segments: readonly TimeSegment[], slot: number): TimeSegment | undefined {
  return segments.findLast((segment) => segment.slot <= slot);
}

/**
 * Unix seconds of a slot's end, so that no transaction predates its submission. A skipped slot has the time of the slot
 * that was skipped to.
 */
export function blockTimeWithin(segments: readonly TimeSegment[], slot: number): number | null {
  const segment = segmentOf(segments, slot);
  if (!segment) return null;
  const next = segments[segments.indexOf(segment) + 1];
  const begunMs = segment.atMs + (slot - segment.slot) * segment.slotMs;
  const ms = Math.min(begunMs, next?.atMs ?? begunMs) + segment.slotMs;
  return Math.floor(ms / 1000);
}

type ClockOptions = {
  segments: TimeSegment[];
  /** No earlier time is ever reported (the last one on record). */
  notBeforeMs: number;
  /** Persists a new segment before it takes effect. */
  keep(segment: TimeSegment): void;
};

/** A clock over recorded segments; the last one is current. Slots advance while the chain is stopped. */
export function createClock({ segments, notBeforeMs, keep }: ClockOptions) {
  let latestMs = notBeforeMs;
  let correctionMs = 0;
  const current = (): TimeSegment => {
    const last = segments.at(-1);
    if (!last) throw new Error('the chain clock has no beginning');
    return last;
  };
  const nowMs = (): number => {
    const wallMs = Date.now();
    // A wall clock that was set back must not stop or reverse the chain: continue from the latest time.
    if (wallMs + correctionMs < latestMs) correctionMs = latestMs - wallMs;
    latestMs = wallMs + correctionMs;
    return latestMs;
  };
  const slot = (): number => slotWithin(current(), nowMs());
  return {
    /** Real time in milliseconds; monotonic, also across restarts. */
    nowMs,
    /** The current slot. */
    slot,
    /** The current segment. */
    current,
    /** Unix seconds of a slot; null for future slots. */
    blockTimeOf: (wanted: number) => (wanted > slot() ? null : blockTimeWithin(segments, wanted)),
    /** The chain's current time in Unix seconds. */
    chainTime: () => Math.floor(nowMs() / 1000),
    /** Skips this many slots instantly. */
    advance(slots: number): void {
      if (slots <= 0) return;
      const segment = { ...current(), slot: slot() + slots, atMs: nowMs() };
      keep(segment);
      segments.push(segment);
    },
  };
}
