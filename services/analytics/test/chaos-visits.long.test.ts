import { createTestDatabase } from '@naughty-list/test-kit/database';
import { expect, it } from 'vitest';
import { runVisitChaos } from './chaos/run.ts';

it('counts 20,000 visits exactly while the worker is killed twice', { timeout: 15 * 60_000 }, async () => {
  const database = await createTestDatabase();
  const { counts, sent, batches, twice, inHand } = await runVisitChaos({
    databaseUrl: database.url,
    visits: 20_000,
    kills: 2,
    log: () => undefined,
  });
  expect(counts).toEqual({
    total: sent,
    visits: sent,
    days: sent,
    pages: sent,
    referrers: sent,
    batches,
    failed: 0,
    open: 0,
  });
  // Otherwise the run proves nothing.
  expect(twice).toBeGreaterThan(0);
  expect(inHand).toHaveLength(2);
  await database.drop();
});
