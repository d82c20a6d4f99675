import { randomBytes, randomUUID } from 'node:crypto';
import { removalTexts } from '@naughty-list/contracts/removal';
import type { ChainVerification } from '@naughty-list/contracts/verifications';
import { NETWORK_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { chainVerifier } from '../src/service.ts';
import { burn, list, unsentBurn } from './transactions.ts';
import { eventually, removalDemand, signed, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const verifier = closeAfterAll(await startVerifier({ chain }));
const app = closeAfterAll(await chainVerifier.buildApp(verifier.context));

/** Its progress right after the start. */
async function start(
  signature: string,
  reportId: number,
  { id = `look_${randomUUID()}`, network = 'one' } = {},
): Promise<ChainVerification> {
  const path = '/internal/looks';
  const payload = { id, signature, demand: removalDemand(reportId) };
  const headers = { ...signed('POST', path), [NETWORK_ID_HEADER]: network };
  const answer = await app.inject({ method: 'POST', url: path, headers, payload });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** Its verdict. */
async function preview(...asked: Parameters<typeof start>): Promise<ChainVerification> {
  const { id } = await start(...asked);
  await verifier.decided(id);
  return (await follow(id)).json();
}

async function follow(id: string) {
  const path = `/internal/verifications/${id}`;
  return app.inject({ url: path, headers: signed('GET', path) });
}

describe('a preview', () => {
  it('returns what a claim would get, and uses nothing up', async () => {
    const signature = await burn(chain, 'LISTBURN001');
    for (const _ of [1, 2, 3]) {
      expect(await preview(signature, 1)).toMatchObject({
        signature,
        stage: 'judged',
        outcome: 'accepted',
        amount: list(1_000_000n).toString(),
        decimals: 6,
      });
    }
    expect(await preview(signature, 2)).toMatchObject({ outcome: 'rejected', code: 'memo_mismatch' });
    const claim = await verifier.decided(await verifier.claim(signature, removalDemand(1)));
    expect(claim.outcome).toBe('accepted');
  });

  it('of a used transaction says so, except for the report that it paid for', async () => {
    const signature = await burn(chain, 'unbound');
    expect((await verifier.decided(await verifier.claim(signature, removalDemand(3)))).outcome).toBe(
      'accepted',
    );
    expect(await preview(signature, 4)).toMatchObject({
      outcome: 'rejected',
      code: 'already_used',
      message: removalTexts.alreadyUsed,
    });
    expect(await preview(signature, 3)).toMatchObject({ outcome: 'accepted' });
  });

  it('of an unknown transaction says so, and goes on', async () => {
    const { signature, send } = await unsentBurn(chain, 'LISTBURN005');
    const id = `look_${randomUUID()}`;
    expect(await start(signature, 5, { id })).toMatchObject({
      id,
      stage: 'received',
      outcome: 'pending',
    });
    await eventually(async () => (await follow(id)).json()).toMatchObject({
      code: 'not_found_yet',
      message: removalTexts.notFound,
    });
    await send();
    const joined = await Promise.all([preview(signature, 5, { id }), preview(signature, 5, { id })]);
    for (const answer of joined) expect(answer).toMatchObject({ id, outcome: 'accepted', stage: 'judged' });
    expect((await follow(id)).json()).toEqual(joined[0]);
  });

  it('with the id of a claim is refused', async () => {
    const path = '/internal/looks';
    const payload = {
      id: `removal_${randomUUID()}`,
      signature: '1'.repeat(64),
      demand: removalDemand(6),
    };
    const answer = await app.inject({ method: 'POST', url: path, headers: signed('POST', path), payload });
    expect(answer.statusCode).toBe(400);
    expect((await follow(payload.id)).statusCode).toBe(404);
  });

  it.each(['look_%00', `look_${'1'.repeat(36)}%00`, 'nonsense'])('is unknown where it is %s', async (id) => {
    expect((await follow(id)).statusCode).toBe(404);
  });

  it('beyond the share of its network waits for the poller, beside others of other networks', async () => {
    const random = () => bs58.encode(randomBytes(64));
    const many = await Promise.all(
      Array.from({ length: 25 }, () => start(random(), 10, { network: 'many' })),
    );
    const soon = await verifier.context.db('verifications').whereIn(
      'id',
      many.map(({ id }) => id),
    );
    const left = soon.filter(({ poll_at: at, polls }) => polls === 0 && at > Date.now() + 1_000);
    expect(left).toHaveLength(15);
    const signature = await burn(chain, 'LISTBURN011');
    expect(await preview(signature, 11, { network: 'other' })).toMatchObject({ outcome: 'accepted' });
  });
});
