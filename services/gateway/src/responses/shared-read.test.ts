import { expect, it } from 'vitest';
import { sharedRead } from './shared-read.ts';

/** A read that the test releases; each returns its number. */
function controlledReads() {
  const reads: PromiseWithResolvers<number>[] = [];
  const read = sharedRead(() => {
    const held = Promise.withResolvers<number>();
    reads.push(held);
    return held.promise;
  });
  return { reads, read, letGo: (index: number) => reads[index]?.resolve(index) };
}

it('callers during a read share the next one', async () => {
  const { reads, read, letGo } = controlledReads();
  const first = read();
  const later = [read(), read(), read()];
  expect(reads).toHaveLength(1);
  letGo(0);
  expect(await first).toBe(0);
  await expect.poll(() => reads.length).toBe(2);
  const last = read();
  letGo(1);
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  await expect.poll(() => reads.length).toBe(3);
  letGo(2);
  expect(await last).toBe(2);
});

it('a failed read rejects for all its callers, and the next call reads again', async () => {
  const { reads, read, letGo } = controlledReads();
  const failing = read();
  const next = read();
  reads[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await expect.poll(() => reads.length).toBe(2);
  letGo(1);
  expect(await next).toBe(1);
});

it('gathers callers before a read begins, and returns none an older result', async () => {
  let reads = 0;
  const gathered: PromiseWithResolvers<void>[] = [];
  const read = sharedRead(
    async () => ++reads,
    () => {
      const held = Promise.withResolvers<void>();
      gathered.push(held);
      return held.promise;
    },
  );
  const crowd = [read(), read()];
  await expect.poll(() => gathered.length).toBe(1);
  crowd.push(read());
  expect(reads).toBe(0);
  gathered[0]?.resolve();
  expect(await Promise.all(crowd)).toEqual([1, 1, 1]);
  const late = read();
  await expect.poll(() => gathered.length).toBe(2);
  gathered[1]?.resolve();
  expect(await late).toBe(2);
});
