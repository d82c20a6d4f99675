import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { redisProgram } from '@naughty-list/embedded/redis-server';
import { endure } from './endurance.ts';
import { countsTable } from './report.ts';
import { differences } from './result.ts';

/** `endurance [--minutes 30] [--copies 3] [--seed number]`: exit code 1 on any difference. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    copies: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});

if (redisProgram) await run();
else console.log('Nothing was run: there is no redis-server on the path');

async function run(): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  const { minutes, copies, seed } = values;
  console.log(`endurance --minutes ${minutes} --copies ${copies} --seed ${seed}`);
  const started = Date.now();
  const clock = () => `${String(Math.round((Date.now() - started) / 1_000)).padStart(5)} s `;
  const { result, done } = await endure({
    minutes: Number(minutes),
    each: Number(copies),
    seed: Number(seed),
    log: (line) => console.log(clock() + line),
    signal: interrupt.signal,
  });
  console.log(countsTable(result, done));
  const wrong = differences(result);
  for (const line of wrong) console.log(line);
  console.log(
    wrong.length === 0
      ? 'Nothing lost, nothing doubled, no wrong count, no failure outside the restarts.'
      : 'DIFFERENCES FOUND',
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
