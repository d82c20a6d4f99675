import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { giveBackMemory } from './give-back-memory.ts';

it('frees unreferenced memory, and keeps the rest', async () => {
  const needed = new WeakRef(globalThis);
  const once = new WeakRef({ text: 'read at the start' });
  // The target of a WeakRef stays alive until the end of the turn.
  await setImmediate();
  await giveBackMemory();
  expect(once.deref()).toBeUndefined();
  expect(needed.deref()).toBe(globalThis);
});
