import { randomUUID } from 'node:crypto';
import { Address } from '@naughty-list/contracts/primitives';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import { burnList } from '@naughty-list/local-chain/actions';
import { transferList } from '@naughty-list/local-chain/test/holders';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { loadMint } from '../src/mint/mint.ts';
import { findJudgedPayment } from '../src/receipts/judged-payment.ts';
import { acceptedAfter } from '../src/reconciliation/repository.ts';
import { recordRequested } from '../src/reference-keys/repository.ts';
import { findTerms, type PriceChange, recordTerms } from '../src/terms/terms.ts';
import { findPaid } from '../src/watch/handle-found.ts';
import { watchedAddresses } from '../src/watch/repository.ts';
import { watchOf } from '../src/watch/start.ts';
import { recordAddresses } from '../src/watch/watch.ts';
import { burn, burnOtherMint, list, payBurnWallet } from './transactions.ts';
import { removalDemand, startInEachTest, startTestChain, type TestVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const { restart } = startInEachTest(chain);
let verifier: TestVerifier;
const DAY_S = 86_400;
const chainSeconds = async () => (await chain.control.state()).chainTime;
const judge = async (signature: string, demand: PaymentDemand, purpose = 'removal') =>
  verifier.decided(await verifier.claim(signature, demand, `${purpose}_${randomUUID()}`));
const terms = async () => {
  const { db, verifier: parts } = verifier.context;
  return findTerms(db, (await loadMint(parts, parts.mint)).cluster);
};
const prices = async () => (await terms()).prices.map(({ mint: _, ...price }) => price);

/** Backdates the changes as if they had been set this many seconds ago. */
async function history(changes: Omit<PriceChange, 'since' | 'mint'>[], secondsAgo: number[]): Promise<void> {
  const now = await chainSeconds();
  const since = (index: number) => now - (secondsAgo[index] ?? now);
  await keep(
    'prices',
    changes.map((change, index) => ({ ...change, mint: chain.mint, since: since(index) })),
  );
}

const keep = (column: 'prices' | 'tokens', changes: unknown[]) =>
  verifier.context.db('state').update({ [column]: JSON.stringify(changes) });

async function changePrice(tokens: string, since: number): Promise<void> {
  const changes = (await terms()).prices.map((price) =>
    price.tokens === tokens ? { ...price, since } : price,
  );
  await keep('prices', changes);
}

const payer = Address.parse(chain.richHolder.publicKey.toBase58());
/** What an offer fixed. */
const fixedBy = (burnWallet = chain.burnWallet, until = 4_000_000_000) => ({
  mint: Address.parse(chain.mint),
  burnWallet: Address.parse(burnWallet),
  until,
});
const removalPrices = (...prices: string[]) =>
  prices.map((tokens) => ({ queue: 'reports' as const, tokens }));
/** The payments that the watcher finds in a transaction. */
async function found(signature: string) {
  const { context } = verifier;
  const reading = await context.verifier.evidence(signature);
  if (!('evidence' in reading)) throw new Error('not read');
  return (await findPaid(watchOf(context, await terms()), reading.evidence)).payments;
}

const demand = (tokens: string, reportId: number, seenSecondsAgo: number, now: number) =>
  removalDemand(reportId, { minimumTokens: tokens, notBefore: now - seenSecondsAgo });

function membership(tokens: string, visitor: string, notBefore: number): PaymentDemand {
  const reference = `LISTCLUB-${visitor}`;
  return { subject: `membership:${reference}`, minimumTokens: tokens, reference, notBefore };
}

describe('the price of a payment', () => {
  it('is that of its time: a burn before a rise and a restart still pays', async () => {
    verifier = await restart({ REMOVAL_COST_TOKENS: '1000', MEMBERSHIP_FEE_TOKENS: '700' });
    const now = await chainSeconds();
    const burned = await burn(chain, 'LISTBURN401', list(1_000n));
    const joined = await burn(chain, 'LISTCLUB-rise', list(700n));
    verifier = await restart({ REMOVAL_COST_TOKENS: '2000', MEMBERSHIP_FEE_TOKENS: '900' });
    expect(await judge(burned, demand('2000', 401, 3_600, now))).toMatchObject({ outcome: 'accepted' });
    const member = await judge(joined, membership('900', 'rise', now - 3_600), 'membership');
    expect(member).toMatchObject({ outcome: 'accepted' });
  });

  it('is that of its time for an intent opened after a rise, too; less stays a part', async () => {
    verifier = await restart({ REMOVAL_COST_TOKENS: '1000', UNBOUND_PAYMENTS: '' });
    const [whole, part] = [await burn(chain, 'LISTBURN403'), await burn(chain, 'LISTBURN404', list(999n))];
    verifier = await restart({ REMOVAL_COST_TOKENS: '2000000', UNBOUND_PAYMENTS: '' });
    const asked = (id: number, fixed = fixedBy()) => removalDemand(id, { minimumTokens: '2000000', fixed });
    const paid = await judge(whole, asked(403));
    expect(paid).toMatchObject({ outcome: 'accepted', code: 'whole_price' });
    const { db, verifier: parts } = verifier.context;
    expect(await findJudgedPayment(db, { id: paid.id, unbound: 'prove' })).toMatchObject({
      signature: whole,
    });
    const { cluster } = await loadMint(parts, parts.mint);
    const checked = await acceptedAfter(db, { cluster, afterId: '', limit: 100 });
    expect(checked.map(({ id }) => id)).toContain(paid.id);
    const signedFor = { ...asked(404), provenWallet: payer };
    expect(await judge(part, signedFor)).toMatchObject({ outcome: 'accepted', code: null });
    // Pasted on a page that expired before the price fell.
    verifier = await restart({ REMOVAL_COST_TOKENS: '1000', UNBOUND_PAYMENTS: '' });
    const fell = await burn(chain, 'LISTBURN405', list(1_000n));
    const over = asked(405, fixedBy(chain.burnWallet, 1));
    expect(await judge(fell, over)).toMatchObject({ outcome: 'accepted', code: 'whole_price' });
  });

  it('after a rise is the old one for a day more, also for what came after the rise, and then the new one for all', async () => {
    verifier = await restart({ REMOVAL_COST_TOKENS: '2000' });
    const rise = removalPrices('1000', '2000');
    await history(rise, [1_000_000, DAY_S - 600]);
    const now = await chainSeconds();
    const within = await burn(chain, 'LISTBURN411', list(1_000n));
    expect(await judge(within, demand('2000', 411, 300, now))).toMatchObject({ outcome: 'accepted' });
    await history(rise, [1_000_000, DAY_S + 600]);
    const late = await burn(chain, 'LISTBURN412', list(1_000n));
    expect(await judge(late, demand('2000', 412, 10 * DAY_S, now))).toMatchObject({
      code: 'amount_below_minimum',
      message: expect.stringContaining('2,000 LIST'),
    });
  });

  it('is the old one until an offer’s last hour, though the page was opened again at a new one since', async () => {
    verifier = await restart({ REMOVAL_COST_TOKENS: '2000', UNBOUND_PAYMENTS: '' });
    const rise = removalPrices('1000', '2000');
    const referenceKey = Address.parse(Keypair.generate().publicKey.toBase58());
    const offer = (id: number) =>
      removalDemand(id, { minimumTokens: '2000', referenceKey, fixed: fixedBy() });
    const { url: rpcUrl, richHolder, mint } = chain;
    const order = { rpcUrl, payer: richHolder, mint, amount: list(1_000n), referenceKey };
    const paid = await burnList(order);
    await history(rise, [1_000_000, DAY_S + 3_700]);
    expect(await judge(paid, offer(413))).toMatchObject({ outcome: 'accepted', code: null });
    await history(rise, [1_000_000, DAY_S + 1_800]);
    const again = await burnList(order);
    expect(await judge(again, offer(414))).toMatchObject({ outcome: 'accepted', code: 'whole_price' });
  });

  it('of a day’s cut is forgotten a day later, however old the report is', async () => {
    verifier = await restart({ REMOVAL_COST_TOKENS: '2000' });
    await history(removalPrices('2000', '10', '2000'), [1_000_000, 3 * DAY_S, 2 * DAY_S]);
    const late = await burn(chain, 'LISTBURN415', list(10n));
    expect(await judge(late, demand('2000', 415, 699 * DAY_S, await chainSeconds()))).toMatchObject({
      code: 'amount_below_minimum',
    });
  });

  it('after a fall is the new one; what was too little before stays so, and states what was needed', async () => {
    verifier = await restart({ REMOVAL_COST_TOKENS: '1000' });
    await history(removalPrices('3000', '1000'), [1_000_000, 500]);
    const now = await chainSeconds();
    const after = await burn(chain, 'LISTBURN421', list(1_000n));
    expect(await judge(after, demand('1000', 421, 600, now))).toMatchObject({ outcome: 'accepted' });
    await changePrice('1000', now + 3_600);
    const early = await burn(chain, 'LISTBURN422', list(1_000n));
    expect(await judge(early, demand('1000', 422, 600, now))).toMatchObject({
      code: 'amount_below_minimum',
      message: expect.stringContaining('1,000 LIST of 3,000 LIST'),
    });
  });

  it('of a membership has a history of its own', async () => {
    verifier = await restart({ REMOVAL_COST_TOKENS: '1000', MEMBERSHIP_FEE_TOKENS: '700' });
    await history(
      [
        { queue: 'reports', tokens: '1000' },
        { queue: 'membership', tokens: '500' },
        { queue: 'membership', tokens: '700' },
      ],
      [1_000_000, 1_000_000, 500],
    );
    const now = await chainSeconds();
    const soon = await burn(chain, 'LISTCLUB-soon', list(500n));
    const joined = await judge(soon, membership('700', 'soon', now - 600), 'membership');
    expect(joined).toMatchObject({ outcome: 'accepted' });
    await changePrice('700', now - 2 * DAY_S);
    const late = await burn(chain, 'LISTCLUB-late', list(500n));
    const refused = await judge(late, membership('700', 'late', now - 600), 'membership');
    expect(refused).toMatchObject({ code: 'amount_below_minimum' });
    // Also of a visitor to whom the old fee was shown.
    const hoarded = await judge(late, membership('500', 'late', now - 600), 'membership');
    expect(hoarded).toMatchObject({ code: 'amount_below_minimum' });
  });

  it('is a lower one that its owner asks for already, while this service has not started with it', async () => {
    verifier = await restart({ REMOVAL_COST_TOKENS: '2000' });
    const now = await chainSeconds();
    const signature = await burn(chain, 'LISTBURN431', list(1_000n));
    expect(await judge(signature, demand('1000', 431, 60, now))).toMatchObject({ outcome: 'accepted' });
  });
});

describe('the mint and the burn wallet of a payment', () => {
  const wallet = () => Keypair.generate().publicKey.toBase58();
  /** As if the newest mint and wallet had been set this long ago. */
  const changedAgo = async (seconds: number) => {
    const { tokens } = await verifier.context.db('state').first('tokens');
    const since = (await chainSeconds()) - seconds;
    await keep('tokens', [...tokens.slice(0, -1), { ...tokens.at(-1), since }]);
  };

  it('are those of its time: a change between page and payment, or before the verdict, costs no payer anything', async () => {
    verifier = await restart();
    const before = await payBurnWallet(chain, 'LISTBURN471');
    const to = wallet();
    verifier = await restart({ BURN_WALLET_ADDRESS: to });
    expect(await judge(before, removalDemand(471))).toMatchObject({
      outcome: 'accepted',
      amount: String(list(1_000_000n)),
      sent: String(list(1_000_000n)),
    });
    const meanwhile = await payBurnWallet(chain, 'LISTBURN472');
    expect(await judge(meanwhile, removalDemand(472))).toMatchObject({ outcome: 'accepted' });
    const after = await payBurnWallet(chain, 'LISTBURN473', undefined, to);
    expect(await judge(after, removalDemand(473))).toMatchObject({ outcome: 'accepted' });
    const signed = await payBurnWallet(chain, 'no reference');
    const signedFor = removalDemand(474, { provenWallet: payer });
    expect(await judge(signed, signedFor)).toMatchObject({ outcome: 'accepted' });
  });

  it('may be the last ones for a day, and pay for nothing any more afterwards', async () => {
    verifier = await restart();
    verifier = await restart({ BURN_WALLET_ADDRESS: wallet() });
    await changedAgo(DAY_S - 600);
    const within = await payBurnWallet(chain, 'LISTBURN475');
    expect(await judge(within, removalDemand(475))).toMatchObject({ outcome: 'accepted' });
    await changedAgo(DAY_S + 600);
    const late = await payBurnWallet(chain, 'LISTBURN476');
    expect(await judge(late, removalDemand(476))).toMatchObject({ code: 'wrong_destination_owner' });
    const burned = await burn(chain, 'LISTBURN477');
    expect(await judge(burned, removalDemand(477))).toMatchObject({ outcome: 'accepted' });
  });

  it('belong together: another mint has its own price, and says what its payer has to pay', async () => {
    const mint = Keypair.generate();
    const early = await burnOtherMint(chain, 'LISTBURN478', mint);
    const earlier = await burn(chain, 'LISTBURN479');
    verifier = await restart();
    verifier = await restart({ LIST_MINT_ADDRESS: mint.publicKey.toBase58(), REMOVAL_COST_TOKENS: '5000' });
    expect(await judge(earlier, removalDemand(479, { minimumTokens: '5000' }))).toMatchObject({
      outcome: 'accepted',
    });
    const little = await burn(chain, 'LISTBURN480', list(5_000n));
    expect(await judge(little, removalDemand(480, { minimumTokens: '5000' }))).toMatchObject({
      code: 'amount_below_minimum',
      message: expect.stringContaining('1,000,000 LIST'),
    });
    // As if the other mint had come ten minutes after the burn.
    await changedAgo(-600);
    expect(await judge(early, removalDemand(478, { minimumTokens: '5000' }))).toMatchObject({
      code: 'no_burn_of_mint',
    });
  });

  it('are found by the watcher as long as they count', async () => {
    verifier = await restart();
    verifier = await restart({ BURN_WALLET_ADDRESS: wallet() });
    const { context } = verifier;
    const signature = await payBurnWallet(chain, 'LISTBURN481');
    await expect.poll(() => found(signature).catch(() => [])).toHaveLength(1);
    const { verifier: parts, db } = context;
    await changedAgo(DAY_S + 600);
    expect(await found(signature)).toEqual([]);
    // An offer may still show the former wallet.
    await recordAddresses({ ...watchOf(context, await terms()), from: 'now' });
    const { cluster } = await loadMint(parts, parts.mint);
    const account = expect.objectContaining({ address: expect.not.stringContaining(chain.mint) });
    expect(await watchedAddresses(db, cluster)).toEqual(expect.arrayContaining([account]));
  });

  it('are those of an offer until its last hour, though they changed in its first', async () => {
    const mint = Keypair.generate();
    await burnOtherMint(chain, 'another token', mint);
    verifier = await restart();
    // Reads its mint.
    await terms();
    const { url: rpcUrl, richHolder } = chain;
    const key = () => Address.parse(wallet());
    const offer = async (reportId: number, burnWallet = chain.burnWallet) => {
      const demand = removalDemand(reportId, { referenceKey: key() });
      const { referenceKey = key() } = demand;
      const until = new Date(Date.now() + 600_000);
      await recordRequested(verifier.context.db, { ...demand, referenceKey, intent: { burnWallet, until } });
      const amount = list(1_000n);
      return {
        demand,
        referenceKey,
        order: { rpcUrl, payer: richHolder, mint: chain.mint, amount, referenceKey },
      };
    };
    const to = wallet();
    verifier = await restart({ LIST_MINT_ADDRESS: mint.publicKey.toBase58(), BURN_WALLET_ADDRESS: to });
    await changedAgo(DAY_S + 1_800);
    const shown = await offer(482);
    const late = await burnList(shown.order);
    const one = { queue: 'reports', reference: 'LISTBURN482', referenceKey: shown.referenceKey };
    await chain.untilFinal(late);
    expect(await found(late)).toEqual([{ ...one, mint: chain.mint }]);
    await changedAgo(DAY_S + 3_700);
    expect(await found(late)).toEqual([]);

    // The page was opened again since, at the wallet of now.
    verifier = await restart();
    verifier = await restart({ BURN_WALLET_ADDRESS: to });
    await changedAgo(DAY_S + 1_800);
    const again = await offer(483, to);
    const { referenceKey: reference, ...order } = again.order;
    const sent = await transferList({ ...order, to: chain.burnWallet, reference });
    await chain.untilFinal(sent);
    expect(await found(sent)).toMatchObject([{ mint: chain.mint }]);
    const demand = { ...again.demand, fixed: fixedBy(to) };
    expect(await judge(sent, demand)).toMatchObject({ outcome: 'accepted' });
    await changedAgo(DAY_S + 3_700);
    expect(await judge(sent, { ...demand, subject: 'report:484' })).toMatchObject({ outcome: 'rejected' });
  });
});

describe('the terms of starts', () => {
  const configured = (tokens: string) => ({
    mint: chain.mint,
    burnWallet: chain.burnWallet,
    owners: {
      reports: { tokens, prefix: 'LISTBURN' },
      membership: { tokens: '750000', prefix: 'LISTCLUB-' },
    },
  });
  const record = (tokens: string, at = new Date(), chainTime: number | null = null) =>
    recordTerms(verifier.context.db, configured(tokens), { at, readChainTime: async () => chainTime });
  const removal = async () => (await prices()).filter(({ queue }) => queue === 'reports');

  it('begin with one that has held since ever, and grow by those that differ', async () => {
    verifier = await restart();
    expect(await prices()).toEqual([
      { queue: 'reports', tokens: '1000000', since: 0 },
      { queue: 'membership', tokens: '750000', since: 0 },
    ]);
    verifier = await restart();
    expect(await prices()).toHaveLength(2);
    verifier = await restart({ REMOVAL_COST_TOKENS: '2000000' });
    verifier = await restart({ REMOVAL_COST_TOKENS: '1000000' });
    expect((await removal()).map(({ tokens }) => tokens)).toEqual(['1000000', '2000000', '1000000']);
  });

  it('are written once by copies that start at the same time', async () => {
    verifier = await restart();
    await Promise.all(Array.from({ length: 8 }, () => record('5')));
    expect((await removal()).map(({ tokens }) => tokens)).toEqual(['1000000', '5']);
    expect((await terms()).tokens).toMatchObject([{ burnWallet: chain.burnWallet, since: 0 }]);
  });

  it('hold from the time that is better for who pays, where a clock is wrong', async () => {
    verifier = await restart();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000);
    await record('2000000', at(-DAY_S));
    const [, rise] = await removal();
    expect(Math.abs((rise?.since ?? 0) - Date.now() / 1_000)).toBeLessThan(DAY_S / 2);
    await record('1000000', at(DAY_S));
    const [, , fall] = await removal();
    expect(fall?.since).toBeGreaterThanOrEqual(rise?.since ?? Number.POSITIVE_INFINITY);
    expect(Math.abs((fall?.since ?? 0) - Date.now() / 1_000)).toBeLessThan(DAY_S / 2);
    await record('500000', at(0), 0);
    expect(Math.abs(((await removal())[3]?.since ?? 0) - Date.now() / 1_000)).toBeLessThan(DAY_S / 2);
  });

  it('hold from the time of the chain, where that is minutes behind', async () => {
    verifier = await restart();
    const behind = (await chainSeconds()) - 600;
    await chain.control.addFault({ kind: 'replace', method: 'getBlockTime', result: behind });
    const set = [{ path: '/blockTime', value: behind + 1 }];
    await chain.control.addFault({ kind: 'alter', method: 'getTransaction', set });
    const to = Keypair.generate().publicKey.toBase58();
    verifier = await restart({ BURN_WALLET_ADDRESS: to, REMOVAL_COST_TOKENS: '1000' });
    const sent = await payBurnWallet(chain, 'LISTBURN491', list(1_000n), to);
    const asked = removalDemand(491, { minimumTokens: '1000' });
    expect(await judge(sent, asked)).toMatchObject({ outcome: 'accepted' });
  });
});

it('a changed prefix leaves references of before valid, and protected', async () => {
  verifier = await restart();
  const [own, other] = [await burn(chain, 'LISTBURN441'), await burn(chain, 'LISTBURN442')];
  verifier = await restart({}, { constants: { prefixes: { reports: 'SANTA', membership: 'ELF-' } } });
  expect(await judge(own, removalDemand(441))).toMatchObject({ outcome: 'accepted' });
  const stolen = await judge(other, removalDemand(443, { reference: 'SANTA443' }));
  expect(stolen).toMatchObject({ code: 'memo_mismatch' });
  const club = await burn(chain, 'LISTCLUB-someone');
  const taken = await judge(club, removalDemand(444, { reference: 'SANTA444' }));
  expect(taken).toMatchObject({ code: 'memo_mismatch' });
});

describe('a membership that its wallet signs for', () => {
  it('may have been paid before the browser came, and not before this installation or a restore', async () => {
    verifier = await restart();
    const { db } = verifier.context;
    const signed = async (demand: PaymentDemand, purpose = 'membership') =>
      judge(await payBurnWallet(chain, 'for the society'), { ...demand, provenWallet: payer }, purpose);
    const nextYear = (await chainSeconds()) + 365 * DAY_S;
    const club = (visitor: string) => membership('750000', visitor, nextYear);
    const installed = (at: number) => db('state').update({ installed_at: new Date(at * 1_000) });
    await installed((await chainSeconds()) - DAY_S);
    expect(await signed(club('came-later'))).toMatchObject({ outcome: 'accepted' });
    const unsigned = await judge(await payBurnWallet(chain, 'unsigned'), club('unsigned'), 'membership');
    expect(unsigned).toMatchObject({ outcome: 'rejected' });
    const report = await signed(removalDemand(461, { notBefore: nextYear }), 'removal');
    expect(report).toMatchObject({ code: 'outside_window' });
    await installed((await chainSeconds()) + 60);
    expect(await signed(club('of-another-database'))).toMatchObject({ code: 'outside_window' });
    await installed((await chainSeconds()) - DAY_S);
    await db('state').update({ restored_at: new Date(((await chainSeconds()) + 60) * 1_000) });
    expect(await signed(club('of-a-lost-backup'))).toMatchObject({ code: 'before_restore' });
  });

  it('counts again if a restore lost it, and as a membership alone', async () => {
    verifier = await restart();
    const { db } = verifier.context;
    const now = await chainSeconds();
    const before = membership('750000', 'lost', now - DAY_S);
    const paid = await payBurnWallet(chain, before.reference);
    expect(await judge(paid, before, 'membership')).toMatchObject({ outcome: 'accepted' });
    await db('verifications').delete();
    await db('evidence').delete();
    await db('state').update({ restored_at: new Date((now + 60) * 1_000) });
    const removal = removalDemand(462, { notBefore: now - DAY_S, provenWallet: payer });
    expect(await judge(paid, removal)).toMatchObject({ code: 'before_restore' });
    const again = membership('750000', 'new-reference', now - DAY_S);
    expect(await judge(paid, again, 'membership')).toMatchObject({ outcome: 'rejected' });
    const signed = await judge(paid, { ...again, provenWallet: payer }, 'membership');
    expect(signed).toMatchObject({ outcome: 'accepted', payer });
  });
});

describe('after a restore', () => {
  it('a payment without a reference that may have paid before pays for nothing', async () => {
    verifier = await restart();
    const { db } = verifier.context;
    const [unbound, bound] = [await burn(chain, 'for Santa'), await burn(chain, 'LISTBURN451')];
    expect(await judge(unbound, removalDemand(452))).toMatchObject({ outcome: 'accepted' });
    // Accepted claims are lost with the previous database.
    await db('verifications').delete();
    await db('evidence').delete();
    const restoredAt = new Date(((await chainSeconds()) + 60) * 1_000);
    await db('state').update({ restored_at: restoredAt });
    expect(await judge(unbound, removalDemand(453))).toMatchObject({ code: 'before_restore' });
    expect(await judge(bound, removalDemand(451))).toMatchObject({ outcome: 'accepted' });
  });

  it('that made a new database the restore is noticed at the next start', async () => {
    verifier = await restart();
    const { db } = verifier.context;
    const restoredAt = async () => (await verifier.context.db('state').first('restored_at')).restored_at;
    await db('state').update({ restored_at: null });
    verifier = await restart();
    expect(await restoredAt()).toBeNull();
    await verifier.context.db('state').update({ identity: 'where it was dumped' });
    verifier = await restart();
    const noticed = await restoredAt();
    expect(noticed).toBeInstanceOf(Date);
    verifier = await restart();
    expect(await restoredAt()).toEqual(noticed);
  });
});
