import { removeByBurn } from '@naughty-list/contracts/removal';
import { findTransaction, unseenClaimLimits } from '@naughty-list/contracts/verifications';
import { refuseClaim } from '@naughty-list/payment-flow/claim-table';
import { signatureOf } from '@naughty-list/payment-flow/test/verifier';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removalClaims } from '../src/cases/removal/payment-kind.ts';
import { standInVerifier, startReports } from './running-service.ts';

const known = new Set<string>();
let asked = 0;
let reportId: number;
let signatures = 0;
const verifier = await standInVerifier(
  route(findTransaction, async ({ params }) => {
    asked += 1;
    return { isKnown: known.has(params.signature) };
  }),
);

const service = closeAfterAll(await startReports({ CHAIN_VERIFIER_URL: verifier.url, VERIFY_WAIT_MS: '0' }));
const { db } = service.context;
beforeAll(async () => {
  ({ id: reportId } = await service.report({ username: 'unseen' }));
});
beforeEach(async () => {
  await claims().delete();
  asked = 0;
});

const claims = () => db('removal_claims');
const newSignature = () => signatureOf(++signatures);
const claim = (client: string, txHash = newSignature()) =>
  service.as(client).callFull(removeByBurn, { params: { id: reportId }, body: { txHash } });
async function fill(client: string, count: number): Promise<void> {
  await db.raw(
    `insert into removal_claims (id, report_id, signature, due_at, client)
     select 'removal_' || gen_random_uuid(), :reportId, 'junk ' || :client || number, now() + interval '1 hour', :client
     from generate_series(1, :count::int) number`,
    { reportId, client, count },
  );
}
const refused = { status: 429, code: 'too_many_requests', retryAfterSeconds: 60 };

describe('claims whose transaction no provider knows', () => {
  it('are let in up to a number for each client, which is then asked to wait', async () => {
    const first = newSignature();
    expect((await claim('spammer', first)).status).toBe(202);
    for (let more = 1; more < unseenClaimLimits.perClient; more += 1)
      expect((await claim('spammer')).status).toBe(202);
    expect(asked).toBe(0);
    await expect(claim('spammer')).rejects.toMatchObject(refused);
    expect((await claim('another client')).status).toBe(202);
    // Repeating the same claim does not count again.
    expect((await claim('spammer', first)).status).toBe(202);
    expect(asked).toBe(1);
  });

  it('are let in up to a number for all clients together', async () => {
    await fill('many', unseenClaimLimits.total);
    await expect(claim('somebody else')).rejects.toMatchObject(refused);
    await claims().where({ signature: 'junk many1' }).delete();
    expect((await claim('somebody else')).status).toBe(202);
  });

  it('never keep out one that is on the chain, which does not count', async () => {
    await fill('many', unseenClaimLimits.total);
    const paid = newSignature();
    known.add(paid);
    expect((await claim('payer', paid)).status).toBe(202);
    expect(await claims().where({ signature: paid }).first()).toMatchObject({
      status: 'pending',
      client: null,
    });
  });

  it('are judged after the first one of each client', async () => {
    const queue = await service.context.queues.open('chain-verifier');
    await queue.drain();
    await claim('spammer');
    await claim('spammer');
    await claim('payer');
    await claim('spammer');
    const waiting = await queue.getJobs(['waiting', 'prioritized'], 0, -1, true);
    expect(waiting.map(({ priority }) => priority).toSorted()).toEqual([0, 0, 3, 3]);
  });

  it('name their client by a key, which goes when they end', async () => {
    const signature = newSignature();
    await claim('payer', signature);
    const pending = await claims().where({ signature }).first();
    expect(pending.client).toMatch(/^[\w-]{22}$/);
    await refuseClaim(db, removalClaims, {
      id: pending.id,
      refusal: { code: 'not_found', message: '' },
    });
    expect((await claims().where({ signature }).first()).client).toBeNull();
  });

  it('wait for a verifier that cannot be asked: 503, and nothing is refused for good', async () => {
    await fill('many', unseenClaimLimits.total);
    await verifier.close();
    await expect(claim('payer')).rejects.toMatchObject({ status: 503 });
  });
});
