import { randomUUID } from 'node:crypto';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { forgetPreviews } from '../src/forget-old.ts';
import { burn } from './transactions.ts';
import { removalDemand, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const verifier = closeAfterAll(await startVerifier({ chain }));

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
