import { expect, it } from 'vitest';
import { staleIfError } from './stale-if-error.ts';

/** A loader whose results and clock the test controls. */
function underTest() {
  const state = { now: 0, loads: 0, failures: 0 };
  let next: () => Promise<string> = async () => 'first';
  const ask = staleIfError({
    load: () => {
      state.loads += 1;
      return next();
    },
    onFailure: () => {
      state.failures += 1;
    },
    now: () => state.now,
    everyMs: 30,
    keepMs: 1_000,
  });
  return {
    state,
    ask,
    answer: (value: string) => {
      next = async () => value;
    },
    fail: () => {
      next = () => Promise.reject(new Error('down'));
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      next = () => promise;
      return resolve;
    },
  };
}

it('loads once for concurrent readers', async () => {
  const { ask, state, hold } = underTest();
  const release = hold();
  const askers = Array.from({ length: 1_000 }, () => ask());
  release('figures');
  const answers = await Promise.all(askers);
  expect(answers.every((answer) => answer?.value === 'figures')).toBe(true);
  expect(state.loads).toBe(1);
});

it('returns the cached value until it expires, then loads again', async () => {
  const { ask, state, answer } = underTest();
  await ask();
  state.now = 29;
  expect(await ask()).toEqual({ value: 'first', ageMs: 29 });
  answer('second');
  state.now = 30;
  expect(await ask()).toEqual({ value: 'second', ageMs: 0 });
  expect(state.loads).toBe(2);
});

it('returns the last value while loading fails, and retries no more often', async () => {
  const { ask, state, fail, answer } = underTest();
  await ask();
  fail();
  state.now = 40;
  expect(await ask()).toEqual({ value: 'first', ageMs: 40 });
  state.now = 69;
  expect(await ask()).toEqual({ value: 'first', ageMs: 69 });
  expect(state).toMatchObject({ loads: 2, failures: 1 });
  answer('back');
  state.now = 70;
  expect(await ask()).toEqual({ value: 'back', ageMs: 0 });
});

it('returns nothing before the first success, or once the value is too old', async () => {
  const never = underTest();
  never.fail();
  expect(await never.ask()).toBeUndefined();
  expect(await never.ask()).toBeUndefined();
  expect(never.state).toMatchObject({ loads: 1, failures: 1 });

  const old = underTest();
  await old.ask();
  old.fail();
  old.state.now = 1_001;
  expect(await old.ask()).toBeUndefined();
});
