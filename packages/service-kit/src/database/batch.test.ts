import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openBatch } from './batch.ts';

/** A provider whose responses the test releases. */
function provider() {
  const calls: { keys: readonly string[]; answer: (answers: (string | Error)[]) => void }[] = [];
  const ask = (keys: readonly string[]) =>
    new Promise<(string | Error)[]>((resolve) => calls.push({ keys, answer: resolve }));
  return { calls, ask };
}

describe('batched queries', () => {
  it('run at once if none is running, otherwise with the next call', async () => {
    const { calls, ask } = provider();
    const batch = openBatch(ask, { maxItems: 3, maxCalls: 4 });
    const answers = ['a', 'b', 'c', 'd', 'e'].map((key) => batch(key));
    await turn();
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']]);
    calls[0]?.answer(['A', 'B', 'C']);
    await turn();
    expect(calls[1]?.keys).toEqual(['d', 'e']);
    calls[1]?.answer(['D', 'E']);
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('share a call if they come in one turn of the event loop', async () => {
    const { calls, ask } = provider();
    const batch = openBatch(ask, { maxItems: 3, maxCalls: 4 });
    void batch('a');
    await Promise.resolve();
    await Promise.resolve();
    void batch('b');
    await turn();
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  });

  it('fail individually if one result is an error, and together if the call fails', async () => {
    const { calls, ask } = provider();
    const batch = openBatch(ask, { maxItems: 3, maxCalls: 4 });
    const [good, bad] = [batch('a'), batch('b')];
    await turn();
    calls[0]?.answer(['A', new Error('malformed')]);
    await expect(bad).rejects.toThrow('malformed');
    expect(await good).toBe('A');
    const failing = openBatch<string, string>(() => Promise.reject(new Error('away')), {
      maxItems: 3,
      maxCalls: 4,
    });
    await expect(Promise.all([failing('a'), failing('b')])).rejects.toThrow('away');
    const short = openBatch<string, string>(async () => [], { maxItems: 3, maxCalls: 4 });
    await expect(short('a')).rejects.toThrow('fewer results');
  });

  it('run once if a call ends just as the next one is due', async () => {
    const { calls, ask } = provider();
    const batch = openBatch(ask, { maxItems: 3, maxCalls: 4 });
    const first = batch('a');
    await turn();
    calls[0]?.answer(['A']);
    void batch('b');
    await turn();
    expect(await first).toBe('A');
    expect(calls.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
  });

  it('that hang delay later ones only until a few calls are running', async () => {
    const { calls, ask } = provider();
    const batch = openBatch(ask, { maxItems: 3, maxCalls: 4 });
    for (let index = 0; index < 4; index += 1) {
      void batch(`hangs ${index}`);
      await turn();
    }
    const late = batch('late');
    await turn();
    expect(calls).toHaveLength(4);
    calls[2]?.answer(['gone']);
    await turn();
    expect(calls[4]?.keys).toEqual(['late']);
    calls[4]?.answer(['here']);
    expect(await late).toBe('here');
  });
});
