import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadAverage, warnIfBusy } from '@naughty-list/bench/report/machine';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { attacks } from './attacks.ts';
import { describeResults, writeInto } from './report.ts';
import { broken, runAttacks } from './run.ts';
import { full, short } from './scale.ts';

/** `npm run attack [-- --only name,name] [--short] [--write]`: exit code 1 when a bound does not hold. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    /** Writes the results into README.md. */
    write: { type: 'boolean', default: false },
  },
});

const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !attacks.some((attack) => attack.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `No such attack: ${unknown.join(', ')}. There are ${attacks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}
const warning = warnIfBusy(loadAverage());
if (warning) console.warn(warning);

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
const began = performance.now();
const results = await runAttacks({
  attacks: attacks.filter(({ name }) => wanted?.includes(name) ?? true),
  scale: values.short ? short : full,
  log: (line) =>
    console.log(`${String(Math.round((performance.now() - began) / 1_000)).padStart(5)} s  ${line}`),
  signal: interrupt.signal,
});
const options = process.argv.slice(2);
const text = describeResults(
  results,
  ['npm run attack', ...(options.length > 0 ? ['--', ...options] : [])].join(' '),
);
console.log(`\n${text}`);
if (values.write) writeInto(join(REPOSITORY, 'infra/lab/attacks/README.md'), text);
process.exit(results.some(({ outcome }) => broken(outcome).length > 0) ? 1 : 0);
