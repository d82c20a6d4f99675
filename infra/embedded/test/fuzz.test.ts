import { expect, it } from 'vitest';
import { fuzz } from './fuzz/campaign.ts';

// `npm run fuzz` sends as many as one likes; these are enough to see every endpoint as everybody.
const REQUESTS = 1_500;

it('breaks at none of 1,500 right, nearly right and hostile requests to every endpoint as everybody', async () => {
  const seed = Math.floor(Math.random() * 2 ** 20);
  console.log(`fuzz seed ${seed}`);
  const findings = await fuzz({ requests: REQUESTS, seed });
  console.log(findings.totals);
  expect(findings.faults).toEqual([]);
  expect(findings.requests).toBeGreaterThan(REQUESTS * 0.9);
});
