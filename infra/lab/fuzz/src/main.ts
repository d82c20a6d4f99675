import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from './campaign.ts';

/** `fuzz [--requests 100000] [--seed number]`: exit code 1 on any finding. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 20)) },
  },
});

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());

console.log(`fuzz --requests ${values.requests} --seed ${values.seed}`);
const began = Date.now();
const findings = await fuzz({
  requests: Number(values.requests),
  seed: Number(values.seed),
  log: console.log,
  signal: interrupt.signal,
}).catch((error: unknown) => {
  if (!interrupt.signal.aborted) throw error;
  console.log('Given up; nothing is left running.');
  process.exit(1);
});
const seconds = Math.round((Date.now() - began) / 1000);
console.log(`${findings.requests} requests in ${seconds} s, by status:`, findings.totals);
for (const fault of findings.faults) console.log(`FOUND ${fault}`);
console.log(`${findings.faults.length} findings`);
process.exitCode = findings.faults.length === 0 ? 0 : 1;
