import { expect, test } from 'vitest';
import { preferredWaitMs } from '../src/http/route.ts';

test.each([
  [undefined, 20_000],
  ['', 20_000],
  ['return=minimal', 20_000],
  ['respond-async', 0],
  ['Respond-Async', 0],
  ['return=minimal, respond-async; foo=1', 0],
  [['handling=lenient', 'respond-async'], 0],
  ['respond-async, wait=3', 3_000],
  ['wait="7"', 7_000],
  ['wait=600', 20_000],
  ['wait=-1', 20_000],
  ['wait=soon', 20_000],
])('Prefer: %j waits %d ms of 20,000', (prefer, expected) => {
  expect(preferredWaitMs(prefer, 20_000)).toBe(expected);
});
