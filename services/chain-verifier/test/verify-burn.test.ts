import { randomBytes, randomUUID } from 'node:crypto';
import { removalTexts } from '@naughty-list/contracts/removal';
import type { ChainVerification } from '@naughty-list/contracts/verifications';
import { NETWORK_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { chainVerifier } from '../src/service.ts';
import { verify } from '../src/verifications/verify.ts';
import { burn, burnOtherMint, burnTooMuch, list, payBurnWallet, unsentBurn } from './transactions.ts';
import {
  eventually,
  recordVerdicts,
  removalDemand,
  signed,
  startTestChain,
  startVerifier,
} from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const verifier = closeAfterAll(await startVerifier({ chain }));
const verdicts = await recordVerdicts(verifier.context);

async function judged(signature: string, demand: ReturnType<typeof removalDemand>) {
  return verifier.decided(await verifier.claim(signature, demand));
}

const chainSeconds = async () => (await chain.control.state()).chainTime;

describe('a claim', () => {
  it('is accepted for a burn that names the report, however the clocks of chain and database differ', async () => {
    const signature = await burn(chain, 'LISTBURN001');
    const notBefore = (await chainSeconds()) + 3_000;
    const id = await verifier.claim(signature, removalDemand(1, { notBefore }));
    const record = await verifier.decided(id);
    expect(record).toMatchObject({
      outcome: 'accepted',
      stage: 'judged',
      code: null,
      message: null,
      amount: list(1_000_000n).toString(),
      decimals: 6,
      cluster: chain.genesisHash,
    });
    expect(record.slot).toBeGreaterThan(0);
    expect(record.rules.every(({ passed }) => passed)).toBe(true);
    await eventually(() => verdicts.find((verdict) => verdict.id === id)).toMatchObject({
      outcome: 'accepted',
      amount: list(1_000_000n).toString(),
      slot: record.slot,
      blockTime: expect.closeTo(notBefore - 3_000, -2),
    });
  });

  it('is refused for a burn that names a report of this number of an earlier installation', async () => {
    const signature = await burn(chain, 'LISTBURN101');
    const notBefore = (await chainSeconds()) + 3_700;
    const record = await judged(signature, removalDemand(101, { notBefore }));
    expect(record).toMatchObject({ outcome: 'rejected', code: 'outside_window' });
  });

  it('is accepted for a transfer to the burn wallet', async () => {
    const signature = await payBurnWallet(chain, 'LISTBURN002', list(1_500_000n));
    expect(await judged(signature, removalDemand(2))).toMatchObject({
      outcome: 'accepted',
      amount: list(1_500_000n).toString(),
    });
  });

  it('is accepted for a burn without a reference in the same second as the report, or later', async () => {
    const signature = await burn(chain, 'thanks, Santa');
    const notBefore = (await chainSeconds()) - 60;
    expect(await judged(signature, removalDemand(3, { notBefore }))).toMatchObject({ outcome: 'accepted' });
  });

  it('is refused for a burn without a reference that is older than the report', async () => {
    const signature = await burn(chain, 'thanks again');
    const notBefore = (await chainSeconds()) + 2;
    const record = await judged(signature, removalDemand(4, { notBefore }));
    expect(record).toMatchObject({ outcome: 'rejected', code: 'outside_window' });
    expect(record.message).toContain('LISTBURN004');
  });

  it('is refused for too little, and says how much was burned and how much is needed', async () => {
    const signature = await burn(chain, 'LISTBURN005', list(999_999n));
    expect(await judged(signature, removalDemand(5))).toMatchObject({
      outcome: 'rejected',
      code: 'amount_below_minimum',
      message:
        'Too few tokens were paid: 999,999 LIST of 1,000,000 LIST. Payments add up: enter this transaction on the page where you pay, and send the rest from there.',
    });
  });

  it('is refused for a burn of another token', async () => {
    const signature = await burnOtherMint(chain, 'LISTBURN006');
    expect(await judged(signature, removalDemand(6))).toMatchObject({
      outcome: 'rejected',
      code: 'no_burn_of_mint',
      message:
        'This transaction burns no LIST and leaves none in the wallet that takes payments. The price is 1,000,000 LIST.',
    });
  });

  it.each(['LISTBURN107', 'LISTCLUB-abc123'])('is refused for a burn that names %s', async (other) => {
    const signature = await burn(chain, other);
    const record = await judged(signature, removalDemand(7));
    expect(record).toMatchObject({ outcome: 'rejected', code: 'memo_mismatch' });
    expect(record.message).toContain('LISTBURN007');
  });

  it('is refused for a transaction that failed', async () => {
    const signature = await burnTooMuch(chain, 'LISTBURN008');
    const record = await judged(signature, removalDemand(8));
    expect(record).toMatchObject({ outcome: 'rejected', code: 'tx_failed' });
    expect(record.message).toContain('failed');
  });

  it('D02 goes through the stages as the chain does; what is only confirmed is not decided', async () => {
    const signature = await burn(chain, 'LISTBURN009');
    const day = 24 * 3_600_000;
    await chain.control.setDelays({ signature, findMs: day, confirmMs: day, finalizeMs: day });
    const id = await verifier.claim(signature, removalDemand(9));
    const { db } = verifier.context;
    const until = (stage: string, code: string) =>
      verifier.notifications.waitFor(
        id,
        () => db('verifications').where({ id, stage, code }).first(),
        60_000,
      );
    expect(await until('received', 'not_found_yet')).toMatchObject({ message: removalTexts.notFound });
    await chain.control.setDelays({ signature, findMs: 0 });
    expect(await until('found', 'not_finalized')).toMatchObject({ message: removalTexts.pending });
    await chain.control.setDelays({ signature, confirmMs: 0 });
    expect(await until('confirmed', 'not_finalized')).toBeDefined();
    await chain.control.setDelays({ signature, finalizeMs: 0 });
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', stage: 'judged' });
    await chain.control.reset();
  });

  it('is read anew where an older program could not make sense of what it stored', async () => {
    const { db } = verifier.context;
    const signature = await burn(chain, 'LISTBURN011');
    const preview = 'look_00000000-0000-4000-8000-000000000011';
    await verifier.decided(await verifier.claim(signature, removalDemand(11), preview));
    const { facts } = await db('evidence').where({ signature }).first();
    const unread = [{ path: '0', program: facts.burns[0].program, reason: 'not known yet', accounts: [] }];
    await db('evidence')
      .where({ signature })
      .update({ facts: { ...facts, undecodable: unread } });
    expect(await judged(signature, removalDemand(11))).toMatchObject({ outcome: 'accepted' });
    expect((await db('evidence').where({ signature }).first()).facts).toEqual(facts);
  });

  it('without a reference is refused where the operator closed that road', async () => {
    const strict = await startVerifier({
      databaseUrl: verifier.context.config.DATABASE_URL,
      chain,
      workers: false,
      settings: { UNBOUND_PAYMENTS: 'reject' },
    });
    const signature = await burn(chain);
    const asked = {
      id: 'removal_00000000-0000-4000-8000-000000000010',
      signature,
      demand: removalDemand(10),
      round: 0,
    };
    await eventually(() =>
      verify(strict.context.verifier, asked).catch((error: Error) => error.name),
    ).toMatchObject({ outcome: 'rejected', code: 'memo_missing' });
    await strict.close();
  });
});

describe('previews', async () => {
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

    it.each(['look_%00', `look_${'1'.repeat(36)}%00`, 'nonsense'])(
      'is unknown where it is %s',
      async (id) => {
        expect((await follow(id)).statusCode).toBe(404);
      },
    );

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
});
