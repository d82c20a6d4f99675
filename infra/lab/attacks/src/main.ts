import { parseArgs } from 'node:util';
import { loadAverage } from '@naughty-list/bench/report';
import { attacks } from './attacks.ts';
import { broken, describeResults, runAttacks } from './run.ts';
import { full, short } from './scale.ts';

/** `npm run attack [-- --only name,name] [--short]`: exit code 1 when a bound does not hold. */
const { values } = parseArgs({
  options: { only: { type: 'string' }, short: { type: 'boolean', default: false } },
});

const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !attacks.some((attack) => attack.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `No such attack: ${unknown.join(', ')}. There are ${attacks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
const [began, load] = [performance.now(), loadAverage()];
const results = await runAttacks({
  attacks: attacks.filter(({ name }) => wanted?.includes(name) ?? true),
  scale: values.short ? short : full,
  log: (line) =>
    console.log(`${String(Math.round((performance.now() - began) / 1_000)).padStart(5)} s  ${line}`),
  signal: interrupt.signal,
});
console.log(describeResults(results, ['npm run attack --', ...process.argv.slice(2)].join(' '), load));
process.exit(results.some(({ outcome }) => broken(outcome).length > 0) ? 1 : 0);
