import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { countsTable } from './report.ts';
import { differences } from './result.ts';
import { runChaos } from './run-chaos.ts';

const RETRY_FOR_MS = 2 * 3_600_000;

/** `chaos [--removals 500] [--memberships 200] [--seed number]`: exit code 1 on any difference. */
const { values } = parseArgs({
  options: {
    removals: { type: 'string', default: '500' },
    memberships: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());

console.log(`chaos --removals ${values.removals} --memberships ${values.memberships} --seed ${values.seed}`);
const result = await runChaos({
  removals: Number(values.removals),
  memberships: Number(values.memberships),
  seed: Number(values.seed),
  retryForMs: RETRY_FOR_MS,
  keepWhenWrong: true,
  log: console.log,
  signal: interrupt.signal,
});
const wrong = differences(result);
console.log(countsTable(result));
for (const line of wrong) console.log(line);
console.log(
  wrong.length === 0 ? 'Every valid payment has its one effect, and no other has any.' : 'DIFFERENCES FOUND',
);
process.exitCode = wrong.length === 0 ? 0 : 1;
