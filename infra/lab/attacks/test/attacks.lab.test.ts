import { loadAverage } from '@naughty-list/bench/report';
import { beforeAll, expect, it } from 'vitest';
import { attacks } from '../src/attacks.ts';
import { describeResults, type Result, runAttacks } from '../src/run.ts';
import { short } from '../src/scale.ts';

// The short form of `npm run attack`: enough to meet every limit, and nothing is judged by the clock.
const A_BUSY_MACHINE_MS = 60 * 60_000;

let results: Result[];
beforeAll(async () => {
  results = await runAttacks({ attacks, scale: short, log: () => {} });
}, A_BUSY_MACHINE_MS);

it.each(attacks.map(({ name }) => name))('%s meets its bound', (name) => {
  const outcome = results.find(({ attack }) => attack.name === name)?.outcome;
  expect(outcome?.checks.filter(({ holds, isTimed }) => !holds && !isTimed)).toEqual([]);
});

it('shows each attack in its table', () => {
  const outcomes = describeResults(results, 'npm run attack -- --short', loadAverage());
  console.log(outcomes);
  for (const { title } of attacks) expect(outcomes).toContain(`| ${title} `);
});
