import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { createQueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { chainVerifier } from '../src/service.ts';
import { burn } from './transactions.ts';
import { eventually, removalDemand, startTestChain, startVerifier } from './verifier-under-test.ts';

const JUNK = 2_000;
const SAMPLES = 10;

// A measurement without assertions: `MEASURE=1 vitest run services/chain-verifier/test/junk-claims.test.ts`.
describe.runIf(process.env.MEASURE === '1').each(queueKinds)('with jobs in %s', (kind) => {
  it(`a removal, idle and beside ${JUNK} claims of unknown signatures`, async () => {
    const [chain, database, place] = await Promise.all([
      startTestChain(),
      createTestDatabase(chainVerifier),
      createQueuePlace(kind),
    ]);
    const settings = { QUEUE_URL: place.url };
    const verifier = await startVerifier({ databaseUrl: database.url, chain, settings });
    const { db } = verifier.context;
    let reportId = 10_000;
    const median = async () => {
      const times: number[] = [];
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        reportId += 1;
        const signature = await burn(chain, `LISTBURN${reportId}`);
        const began = performance.now();
        const record = await verifier.decided(await verifier.claim(signature, removalDemand(reportId)));
        expect(record.outcome).toBe('accepted');
        times.push(Math.round(performance.now() - began));
      }
      return times.toSorted((a, b) => a - b)[SAMPLES / 2] ?? 0;
    };
    const idleMs = await median();
    const callsBefore = await total(chain);
    for (let index = 1; index <= JUNK; index += 1)
      await verifier.claim(bs58.encode(randomBytes(64)), removalDemand(index));
    const whileArrivingMs = await median();
    await eventually(async () => (await db('verifications').whereNotNull('absent_since')).length).toBe(JUNK);
    const underLoadMs = await median();
    console.log({ kind, idleMs, whileArrivingMs, underLoadMs, calls: (await total(chain)) - callsBefore });
    await verifier.close();
    await chain.close();
    await place.drop();
    await database.drop();
  }, 600_000);
});

async function total(chain: Awaited<ReturnType<typeof startTestChain>>): Promise<number> {
  const { calls } = await chain.control.state();
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
