import { expect, it } from 'vitest';
import { warnIfBusy } from './machine.ts';

it('warns on a machine that has other things to do, and on no other', () => {
  expect(warnIfBusy(0.3, 2)).toBeUndefined();
  expect(warnIfBusy(1.9, 8)).toBeUndefined();
  expect(warnIfBusy(1.2, 2)).toContain('load average is 1.20, on 2 cores');
});
