import { describe, expect, it } from 'vitest';
import { blockTimeWithin, createClock, slotWithin, type TimeSegment } from './clock.ts';

const START: TimeSegment = { slot: 100, atMs: 1_000_000, slotMs: 400 };

describe('slots', () => {
  it('follow time at the pace of their segment', () => {
    expect(slotWithin(START, 1_000_000)).toBe(100);
    expect(slotWithin(START, 1_000_399)).toBe(100);
    expect(slotWithin(START, 1_000_400)).toBe(101);
    expect(slotWithin(START, 0)).toBe(100);
  });

  it('have the time of their end, so that nothing happened before it was sent', () => {
    expect(blockTimeWithin([START], 100)).toBe(1000);
    expect(blockTimeWithin([START], 101)).toBe(1000);
    expect(blockTimeWithin([START], 102)).toBe(1001);
    expect(blockTimeWithin([START], 99)).toBeNull();
  });

  it('that were jumped over have the time of the jump', () => {
    const jump = { ...START, slot: 10_000, atMs: 1_002_000 };
    expect(blockTimeWithin([START, jump], 5000)).toBe(1002);
    expect(blockTimeWithin([START, jump], 10_000)).toBe(1002);
  });
});

describe('the clock', () => {
  it('never runs backwards, even when the wall clock was set back', () => {
    const future = Date.now() + 3_600_000;
    const clock = createClock({
      segments: [{ ...START, atMs: future }],
      notBeforeMs: future,
      keep: () => undefined,
    });
    expect(clock.nowMs()).toBeGreaterThanOrEqual(future);
    expect(clock.slot()).toBe(100);
  });

  it('keeps a jump before it makes it', () => {
    const kept: TimeSegment[] = [];
    const segments = [{ ...START, atMs: Date.now() }];
    const clock = createClock({ segments, notBeforeMs: 0, keep: (segment) => kept.push(segment) });
    clock.advance(500);
    expect(clock.slot()).toBeGreaterThanOrEqual(600);
    clock.advance(0);
    expect(kept).toHaveLength(1);
    expect(clock.blockTimeOf(clock.slot() + 50)).toBeNull();
  });
});
