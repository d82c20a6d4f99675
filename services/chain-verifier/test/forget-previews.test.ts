import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetPreviews } from '../src/verifications/forget-previews.ts';
import { burn } from './transactions.ts';
import {
  removalDemand,
  startTestChain,
  startVerifier,
  type TestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

let chain: TestChain;
let database: TestDatabase;
let verifier: TestVerifier;

beforeAll(async () => {
  [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
  verifier = await startVerifier({ databaseUrl: database.url, chain });
});
afterAll(async () => {
  await verifier.close();
  await chain.close();
  await database.drop();
});

it('old previews and their evidence are deleted; claims and their evidence never', async () => {
  const { db } = verifier.context;
  const [looked, claimed] = [await burn(chain, 'looked at'), await burn(chain, 'claimed')];
  const previewOf = (signature: string) =>
    verifier.claim(signature, removalDemand(2), `look_${randomUUID()}`);
  const claim = await verifier.decided(await verifier.claim(claimed, removalDemand(1)));
  for (const signature of [looked, claimed]) await verifier.decided(await previewOf(signature));

  expect(await forgetPreviews(db, new Date(Date.now() - 60_000))).toBe(0);
  expect(await forgetPreviews(db, new Date(Date.now() + 60_000))).toBe(3);
  expect(await db('verifications').pluck('id')).toEqual([claim.id]);
  expect(await db('evidence').pluck('signature')).toEqual([claimed]);
  const again = await verifier.decided(await previewOf(looked));
  expect(again.outcome).toBe('accepted');
});
