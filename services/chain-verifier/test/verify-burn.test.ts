import { removalTexts } from '@naughty-list/contracts/removal';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { verify } from '../src/verifications/verify.ts';
import { burn, burnOtherMint, burnTooMuch, list, payBurnWallet } from './transactions.ts';
import {
  eventually,
  recordVerdicts,
  removalDemand,
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
        'This transaction burns no LIST and leaves none in the burn wallet. 1,000,000 LIST are needed.',
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
