import { randomUUID } from 'node:crypto';
import { Address } from '@naughty-list/contracts/primitives';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTerms, recordTerms } from '../src/terms/repository.ts';
import type { PriceChange } from '../src/terms/terms.ts';
import { burn, list, payBurnWallet } from './transactions.ts';
import {
  closeAfterAll,
  removalDemand,
  startTestChain,
  startVerifier,
  type TestVerifier,
} from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
let database: TestDatabase;
let verifier: TestVerifier;
let stop = async () => {};

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await stop();
  stop = async () => {};
  await database.drop();
});

/** Restarts the service with these settings. */
async function restart(settings: Record<string, string> = {}): Promise<void> {
  await stop();
  stop = async () => {};
  verifier = await startVerifier({ databaseUrl: database.url, chain, settings });
  stop = verifier.close;
}
const DAY_S = 86_400;
const chainSeconds = async () => (await chain.control.state()).chainTime;
const judge = async (signature: string, demand: PaymentDemand, purpose = 'removal') =>
  verifier.decided(await verifier.claim(signature, demand, `${purpose}_${randomUUID()}`));
const prices = async () => (await findTerms(verifier.context.db, chain.mint)).prices;

/** Backdates the changes as if they had been set this many seconds ago. */
async function history(changes: Omit<PriceChange, 'since'>[], secondsAgo: number[]): Promise<void> {
  const { db } = verifier.context;
  await db('price_changes').delete();
  const now = await chainSeconds();
  await db('price_changes').insert(
    changes.map((change, index) => ({
      ...change,
      contract_address: chain.mint,
      since: new Date((now - (secondsAgo[index] ?? now)) * 1_000),
    })),
  );
}

const demand = (tokens: string, reportId: number, seenSecondsAgo: number, now: number) =>
  removalDemand(reportId, { minimumTokens: tokens, notBefore: now - seenSecondsAgo });

function membership(tokens: string, visitor: string, notBefore: number): PaymentDemand {
  const reference = `LISTCLUB-${visitor}`;
  return { subject: `membership:${reference}`, minimumTokens: tokens, reference, notBefore };
}

describe('the price of a payment', () => {
  it('is that of its time: a burn before a rise and a restart still pays', async () => {
    await restart({ REMOVAL_COST_TOKENS: '1000', MEMBERSHIP_FEE_TOKENS: '700' });
    const now = await chainSeconds();
    const burned = await burn(chain, 'LISTBURN401', list(1_000n));
    const joined = await burn(chain, 'LISTCLUB-rise', list(700n));
    await restart({ REMOVAL_COST_TOKENS: '2000', MEMBERSHIP_FEE_TOKENS: '900' });
    expect(await judge(burned, demand('2000', 401, 3_600, now))).toMatchObject({ outcome: 'accepted' });
    const member = await judge(joined, membership('900', 'rise', now - 3_600), 'membership');
    expect(member).toMatchObject({ outcome: 'accepted' });
  });

  it('after a rise is the old one for what could be seen before, the new one for what came after', async () => {
    await restart({ REMOVAL_COST_TOKENS: '2000' });
    await history(
      [
        { queue: 'reports', tokens: '1000' },
        { queue: 'reports', tokens: '2000' },
      ],
      [1_000_000, 500],
    );
    const now = await chainSeconds();
    const [before, after] = [
      await burn(chain, 'LISTBURN411', list(1_000n)),
      await burn(chain, 'LISTBURN412', list(1_000n)),
    ];
    expect(await judge(before, demand('2000', 411, 600, now))).toMatchObject({ outcome: 'accepted' });
    expect(await judge(after, demand('2000', 412, 300, now))).toMatchObject({
      code: 'amount_below_minimum',
      message: expect.stringContaining('2,000 LIST'),
    });
  });

  it('after a fall is the new one; what was too little before stays so, and states what was needed', async () => {
    await restart({ REMOVAL_COST_TOKENS: '1000' });
    await history(
      [
        { queue: 'reports', tokens: '3000' },
        { queue: 'reports', tokens: '1000' },
      ],
      [1_000_000, 500],
    );
    const now = await chainSeconds();
    const after = await burn(chain, 'LISTBURN421', list(1_000n));
    expect(await judge(after, demand('1000', 421, 600, now))).toMatchObject({ outcome: 'accepted' });
    await verifier.context
      .db('price_changes')
      .where({ tokens: '1000' })
      .update({ since: new Date((now + 3_600) * 1_000) });
    const early = await burn(chain, 'LISTBURN422', list(1_000n));
    expect(await judge(early, demand('1000', 422, 600, now))).toMatchObject({
      code: 'amount_below_minimum',
      message: expect.stringContaining('1,000 LIST of 3,000 LIST'),
    });
  });

  it('of a membership has a history of its own', async () => {
    await restart({ REMOVAL_COST_TOKENS: '1000', MEMBERSHIP_FEE_TOKENS: '700' });
    await history(
      [
        { queue: 'reports', tokens: '1000' },
        { queue: 'membership', tokens: '500' },
        { queue: 'membership', tokens: '700' },
      ],
      [1_000_000, 1_000_000, 500],
    );
    const now = await chainSeconds();
    const [old, young] = [
      await burn(chain, 'LISTCLUB-old', list(500n)),
      await burn(chain, 'LISTCLUB-young', list(500n)),
    ];
    const joined = await judge(old, membership('700', 'old', now - 600), 'membership');
    expect(joined).toMatchObject({ outcome: 'accepted' });
    const refused = await judge(young, membership('700', 'young', now - 300), 'membership');
    expect(refused).toMatchObject({ code: 'amount_below_minimum' });
  });

  it('is a lower one that its owner asks for already, while this service has not started with it', async () => {
    await restart({ REMOVAL_COST_TOKENS: '2000' });
    const now = await chainSeconds();
    const signature = await burn(chain, 'LISTBURN431', list(1_000n));
    expect(await judge(signature, demand('1000', 431, 60, now))).toMatchObject({ outcome: 'accepted' });
  });
});

describe('the prices of starts', () => {
  const configured = (tokens: string) => ({
    reports: { tokens, prefix: 'LISTBURN' },
    membership: { tokens: '750000', prefix: 'LISTCLUB-' },
  });
  const record = (tokens: string, at = new Date()) =>
    recordTerms(verifier.context.db, chain.mint, { configured: configured(tokens), at });
  const removal = async () => (await prices()).filter(({ queue }) => queue === 'reports');

  it('begin with one that has held since ever, and grow by those that differ', async () => {
    await restart();
    expect(await prices()).toEqual([
      { queue: 'reports', tokens: '1000000', since: 0 },
      { queue: 'membership', tokens: '750000', since: 0 },
    ]);
    await restart();
    expect(await prices()).toHaveLength(2);
    await restart({ REMOVAL_COST_TOKENS: '2000000' });
    await restart({ REMOVAL_COST_TOKENS: '1000000' });
    expect((await removal()).map(({ tokens }) => tokens)).toEqual(['1000000', '2000000', '1000000']);
  });

  it('are written once by copies that start at the same time', async () => {
    await restart();
    await Promise.all(Array.from({ length: 8 }, () => record('5')));
    expect((await removal()).map(({ tokens }) => tokens)).toEqual(['1000000', '5']);
  });

  it('hold from the time that is better for who pays, where a clock is wrong', async () => {
    await restart();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000);
    await record('2000000', at(-DAY_S));
    const [, rise] = await removal();
    expect(Math.abs((rise?.since ?? 0) - Date.now() / 1_000)).toBeLessThan(DAY_S / 2);
    await record('1000000', at(DAY_S));
    const [, , fall] = await removal();
    expect(fall?.since).toBeGreaterThanOrEqual(rise?.since ?? Number.POSITIVE_INFINITY);
    expect(Math.abs((fall?.since ?? 0) - Date.now() / 1_000)).toBeLessThan(DAY_S / 2);
  });
});

describe('a changed prefix', () => {
  it('leaves references of before valid, and protected', async () => {
    await restart();
    const [own, other] = [await burn(chain, 'LISTBURN441'), await burn(chain, 'LISTBURN442')];
    await restart({ REPORT_REFERENCE_PREFIX: 'SANTA', MEMBERSHIP_REFERENCE_PREFIX: 'ELF-' });
    expect(await judge(own, removalDemand(441))).toMatchObject({ outcome: 'accepted' });
    const stolen = await judge(other, removalDemand(443, { reference: 'SANTA443' }));
    expect(stolen).toMatchObject({ code: 'memo_mismatch' });
    const club = await burn(chain, 'LISTCLUB-someone');
    const taken = await judge(club, removalDemand(444, { reference: 'SANTA444' }));
    expect(taken).toMatchObject({ code: 'memo_mismatch' });
  });
});

describe('a membership that its wallet signs for', () => {
  it('may have been paid before the browser came, and not before this installation or a restore', async () => {
    await restart();
    const { db } = verifier.context;
    const payer = Address.parse(chain.richHolder.publicKey.toBase58());
    const signed = async (demand: PaymentDemand, purpose = 'membership') =>
      judge(await payBurnWallet(chain, 'for the society'), { ...demand, provenWallet: payer }, purpose);
    const nextYear = (await chainSeconds()) + 365 * DAY_S;
    const club = (visitor: string) => membership('750000', visitor, nextYear);
    const installed = (at: number) =>
      db('reference_prefixes').update({ first_used_at: new Date(at * 1_000) });
    await installed((await chainSeconds()) - DAY_S);
    expect(await signed(club('came-later'))).toMatchObject({ outcome: 'accepted' });
    const unsigned = await judge(await payBurnWallet(chain, 'unsigned'), club('unsigned'), 'membership');
    expect(unsigned).toMatchObject({ outcome: 'rejected' });
    const report = await signed(removalDemand(461, { notBefore: nextYear }), 'removal');
    expect(report).toMatchObject({ code: 'outside_window' });
    await installed((await chainSeconds()) + 60);
    expect(await signed(club('of-another-database'))).toMatchObject({ code: 'outside_window' });
    await installed((await chainSeconds()) - DAY_S);
    await db('restores').insert({ restored_at: new Date(((await chainSeconds()) + 60) * 1_000) });
    expect(await signed(club('of-a-lost-backup'))).toMatchObject({ code: 'before_restore' });
  });
});

describe('after a restore', () => {
  it('a payment without a reference that may have paid before pays for nothing', async () => {
    await restart();
    const { db } = verifier.context;
    const [unbound, bound] = [await burn(chain, 'for Santa'), await burn(chain, 'LISTBURN451')];
    expect(await judge(unbound, removalDemand(452))).toMatchObject({ outcome: 'accepted' });
    // Accepted claims are lost with the previous database.
    await db('verifications').delete();
    await db('evidence').delete();
    const restoredAt = new Date(((await chainSeconds()) + 60) * 1_000);
    await db('restores').insert({ restored_at: restoredAt });
    expect(await judge(unbound, removalDemand(453))).toMatchObject({ code: 'before_restore' });
    expect(await judge(bound, removalDemand(451))).toMatchObject({ outcome: 'accepted' });
  });

  it('that made a new database the restore is noticed at the next start', async () => {
    await restart();
    const { db } = verifier.context;
    expect(await db('restores')).toEqual([]);
    await restart();
    expect(await verifier.context.db('restores')).toEqual([]);
    // In the format of earlier releases.
    const identity = (await verifier.context.db('database_identity').first()).identity.replace(/\/\d+$/, '');
    await verifier.context.db('database_identity').update({ identity });
    await restart();
    expect(await verifier.context.db('restores')).toEqual([]);
    await verifier.context.db('database_identity').update({ identity: 'where it was dumped' });
    await restart();
    expect(await verifier.context.db('restores')).toHaveLength(1);
    await restart();
    expect(await verifier.context.db('restores')).toHaveLength(1);
  });
});
