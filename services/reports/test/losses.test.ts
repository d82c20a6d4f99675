import { randomInt } from 'node:crypto';
import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { getFeedSnapshot } from '@naughty-list/contracts/feeds';
import { lookUp } from '@naughty-list/contracts/look-up';
import {
  getLossMessage,
  lossRefusals,
  lossTexts,
  type ProvenLoss,
  submitLoss,
} from '@naughty-list/contracts/losses';
import { getOwnReport } from '@naughty-list/contracts/own-report';
import { type Address, Signature } from '@naughty-list/contracts/primitives';
import { reviewTexts } from '@naughty-list/contracts/review';
import { signatureOf, walletOf } from '@naughty-list/payment-flow/test/verifier';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { applyLoss } from '../src/cases/losses/apply.ts';
import { resendLosses } from '../src/cases/losses/sweep.ts';
import { STATEMENTS_PER_DAY } from '../src/cases/submit-statement.ts';
import { recordChanges } from '../src/record/ledger/append.ts';
import { openAdmins } from './admins.ts';

const admins = closeAfterAll(await openAdmins({ HOLD_REPORTS_ABOVE_PER_MINUTE: '30' }));
const { db, caseOf } = admins;

const visitor = () => admins.service.as('victim');

let wallets = 0;
const newWallet = () => walletOf(++wallets);
// Random, because those of numbers in a row may differ in the case of a letter alone.
const newTransaction = () => Signature.parse(signatureOf(randomInt(2 ** 47)));

const description = 'He promised to double it and never answered again.';

type Claim = {
  username: string;
  wallet?: ReturnType<typeof newWallet>;
  transaction?: Signature;
  text?: string;
};

let victims = 0;

/** Sends a loss signed by the wallet, from a network of its own; returns the statement's id. */
async function lose({
  username,
  wallet = newWallet(),
  transaction = newTransaction(),
  text = description,
}: Claim) {
  const query = { transaction, wallet: wallet.address };
  const { message } = await visitor().call(getLossMessage, { params: { username }, query });
  const body = { username, description: text, ...query, signature: wallet.sign(message) };
  const { reportCode } = await admins.service.as(`victim ${++victims}`).call(submitLoss, { body });
  const row = await db()('statements').where({ loss_transaction: transaction }).orderBy('id', 'desc').first();
  return { id: row.id as number, transaction, wallet, reportCode };
}

const thief = newWallet().address;
const lossOf = (transaction: Signature, amount: string, mint: Address | null = null): ProvenLoss => ({
  transaction,
  sentAt: '2026-11-03T10:00:00.000Z',
  sent: [{ mint, decimals: 9, amount, to: thief }],
});
const prove = (id: number, loss: ProvenLoss) =>
  applyLoss(db(), { statementId: id, verdict: { outcome: 'proven', loss }, holdsByRate: true });

/** The losses that the look-up of a name answers with. */
const lossesInAnswer = async (username: string) => {
  const { answers } = await visitor().call(lookUp, { query: { q: username } });
  return answers[0]?.naughty?.losses;
};

const casesFoundBy = async (transaction: Signature) => {
  const { answers } = await visitor().call(lookUp, { query: { q: transaction } });
  return answers[0]?.naming.cases.map(({ username }) => username);
};

const corroborate = (id: number) => admins.setStatus(id, 'corroborated', 'evidence_alone');

/** A moderator reads a statement, which publishes a held one. */
const readIt = (id: number) => admins.decideStatement(id, 'publish');

it('a loss is public once the chain shows it, its amount once it was read and the case is corroborated', async () => {
  const { username, id: number } = await admins.newReport();
  const first = await lose({ username });
  expect(await caseOf(username)).toMatchObject({ statements: [], losses: [] });
  const loss = lossOf(first.transaction, '12400000000');
  expect(await prove(first.id, loss)).toBe('published');
  expect(await prove(first.id, loss)).toBe('gone');
  const second = await lose({ username });
  // More than a number holds.
  await prove(second.id, lossOf(second.transaction, '9007199254740993'));
  const shown = await caseOf(username);
  expect(shown.statements).toMatchObject([
    { description, loss, twitterUrl: `https://explorer.solana.com/tx/${first.transaction}` },
    {},
  ]);
  expect(shown.losses).toEqual([]);
  expect(await casesFoundBy(first.transaction)).toEqual([username]);
  await corroborate(number);
  expect(await casesFoundBy(first.transaction)).toEqual([]);
  expect([(await caseOf(username)).losses, await lossesInAnswer(username)]).toEqual([[], []]);
  for (const { id } of [first, second]) await readIt(id);
  expect(await casesFoundBy(first.transaction)).toEqual([username]);
  const losses = [{ mint: null, decimals: 9, amount: '9007211654740993', losses: 1 }];
  expect([(await caseOf(username)).losses, await lossesInAnswer(username)]).toEqual([losses, losses]);
  const body = await admins.service.send('GET', '/feeds/snapshot.json?include=all&after=0');
  expect(getFeedSnapshot.path).toBe('/feeds/snapshot.json');
  expect((body.body.cases as { number: number }[]).find((each) => each.number === number)).toMatchObject({
    losses,
  });
});

it('losses of as many own wallets are held beyond the share, and make no such number', async () => {
  const { id: number, username } = await admins.newReport();
  // The first of them may be an honest one.
  const published = STATEMENTS_PER_DAY.dependent + 1;
  const ends = [];
  for (let n = 0; n < published + 2; n++) {
    const { id, transaction } = await lose({ username });
    ends.push(await prove(id, lossOf(transaction, '1')));
  }
  expect(ends).toEqual(ends.map((_, n) => (n < published ? 'published' : 'held')));
  const ofCase = db()('statements').where({ report_id: number }).whereNotNull('published_at');
  expect([(await ofCase).length, (await caseOf(username)).losses]).toEqual([published, []]);
  await corroborate(number);
  // Dust says nothing on a corroborated case either, until a moderator has read it.
  expect((await caseOf(username)).losses).toEqual([]);
  for (const { id } of await ofCase) await readIt(id);
  expect((await caseOf(username)).losses).toMatchObject([{ amount: String(published), losses: 1 }]);
  const held = await db()('statements').where({ report_id: number }).whereNotNull('held_at').first('id');
  await readIt(held.id);
  expect((await caseOf(username)).losses).toMatchObject([{ amount: String(published + 1) }]);
});

it('is refused without the signature of the wallet under the message of this case', async () => {
  const { username } = await admins.newReport();
  const other = await admins.newReport();
  const wallet = newWallet();
  const query = { transaction: newTransaction(), wallet: wallet.address };
  const { message } = await visitor().call(getLossMessage, { params: { username }, query });
  const send = (signature: string, more: object = {}) =>
    visitor().call(submitLoss, { body: { username, description, ...query, signature, ...more } });
  const signature = wallet.sign(message);
  const wrong: [string, object?][] = [
    [newWallet().sign(message)],
    [signature, { username: other.username }],
    [signature, { transaction: newTransaction() }],
    [signature, { wallet: newWallet().address }],
    ['not a signature'],
  ];
  for (const [signed, more] of wrong)
    await expect(send(signed, more)).rejects.toMatchObject({
      code: 'proof_invalid',
      message: lossTexts.invalidSignature,
    });
  expect(await db()('statements').where({ loss_wallet: wallet.address })).toEqual([]);
});

it('one transaction proves one loss, in one case, however many claim it at once', async () => {
  const cases = await Promise.all(Array.from({ length: 4 }, () => admins.newReport()));
  const wallet = newWallet();
  const transaction = newTransaction();
  const claims = await Promise.all(
    cases.map(({ username }) => lose({ username, wallet, transaction }).catch(() => undefined)),
  );
  expect(claims).not.toContain(undefined);
  const rows = await db()('statements').where({ loss_transaction: transaction }).pluck('id');
  const ends = await Promise.all(rows.map((id: number) => prove(id, lossOf(transaction, '1'))));
  expect(ends.sort()).toEqual(['published', 'rejected', 'rejected', 'rejected']);
  const rejected = await db()('statements')
    .where({ loss_transaction: transaction })
    .whereNotNull('rejected_at');
  expect(new Set(rejected.map(({ reject_reason }) => reject_reason))).toEqual(new Set([lossRefusals.used]));
});

it('is rejected with the reason when the chain does not show it', async () => {
  const { username } = await admins.newReport();
  const { id, reportCode = '' } = await lose({ username });
  const verdict = { outcome: 'refused', code: 'swapped' } as const;
  expect(await applyLoss(db(), { statementId: id, verdict, holdsByRate: true })).toBe('rejected');
  expect(await db()('statements').where({ id }).first()).toMatchObject({
    reject_reason: lossRefusals.swapped,
  });
  const headers = { [CASE_CODE_HEADER]: reportCode };
  expect(await visitor().call(getOwnReport, {}, { headers })).toMatchObject({
    state: 'removed',
    refusal: lossRefusals.swapped,
  });
  expect((await caseOf(username)).statements).toEqual([]);
});

it('is not published before the chain has shown it, whatever else it was held for', async () => {
  const { username } = await admins.newReport();
  const text = `${description} His number is +1 202 555 0143.`;
  const { id, transaction } = await lose({ username, text });
  const unproven = { message: reviewTexts.lossUnproven };
  await expect(readIt(id)).rejects.toMatchObject(unproven);
  const verdict = { outcome: 'refused', code: 'not_signed' } as const;
  expect(await applyLoss(db(), { statementId: id, verdict, holdsByRate: true })).toBe('rejected');
  await admins.decideStatement(id, 'hold');
  await expect(readIt(id)).rejects.toMatchObject(unproven);
  // Nor does it take the transaction from the wallet that paid.
  const victim = await lose({ username, transaction });
  expect(await prove(victim.id, lossOf(transaction, '5'))).toBe('published');
  // A verdict does not take back what an earlier release has published.
  const old = await lose({ username });
  await db()('statements').where({ id: old.id }).update({ held_at: null, published_at: new Date() });
  await db().transaction((trx) => recordChanges(trx, { statements: [old.id] }, ['statement']));
  expect(await applyLoss(db(), { statementId: old.id, verdict, holdsByRate: true })).toBe('noted');
});

it('of one wallet come from one reporter, whatever the network', async () => {
  const { username } = await admins.newReport();
  const wallet = newWallet();
  const dependent = [];
  for (const [payer, text] of [
    [wallet, 'Sold me a sleigh without runners and blocked me the same night.'],
    [wallet, 'My seven snowmen never arrived, and the mint page is offline now.'],
    [newWallet(), 'Ask where the antlers went: I bought two pairs, got none of them.'],
  ] as const) {
    const { id, transaction } = await lose({ username, wallet: payer, text });
    await prove(id, lossOf(transaction, '5'));
    dependent.push((await db()('statements').where({ id }).first()).dependent);
  }
  expect(dependent).toEqual([false, true, false]);
});

it('names no address that says nothing about a case', async () => {
  const { username } = await admins.newReport();
  const { id, transaction } = await lose({ username });
  const burned = '1nc1nerator11111111111111111111111111111111' as Address;
  const loss = lossOf(transaction, '5');
  await prove(id, { ...loss, sent: [...loss.sent, { mint: null, decimals: 9, amount: '1', to: burned }] });
  expect((await caseOf(username)).traces.map(({ value }) => value).sort()).toEqual(
    [thief, transaction].sort(),
  );
});

it('goes up in no case that closed meanwhile, and takes no transaction there', async () => {
  const cleared = await admins.newReport();
  const late = await lose({ username: cleared.username });
  await admins.setStatus(cleared.id, 'cleared', 'report_false');
  expect(await prove(late.id, lossOf(late.transaction, '5'))).toBe('rejected');
  expect(await caseOf(cleared.username)).toMatchObject({ status: 'cleared', statements: [] });
  const headers = { [CASE_CODE_HEADER]: late.reportCode ?? '' };
  expect(await visitor().call(getOwnReport, {}, { headers })).toMatchObject({
    state: 'removed',
    refusal: lossRefusals.closed,
  });

  const deleted = await admins.newReport();
  const { id, transaction, wallet } = await lose({ username: deleted.username });
  const deletion = await admins.deleted(deleted.id);
  expect(await prove(id, lossOf(transaction, '5'))).toBe('rejected');
  const { username } = await admins.newReport();
  const again = await lose({ username, transaction, wallet });
  expect(await prove(again.id, lossOf(transaction, '5'))).toBe('published');
  await admins.decideStatement(again.id, 'reject');
  await admins.restore(deletion);
  const restored = await lose({ username: deleted.username, transaction, wallet });
  expect(await prove(restored.id, lossOf(transaction, '5'))).toBe('published');
});

it('waits for a moderator where the account turned out meanwhile not to be what was reported', async () => {
  for (const [state, hold_reason] of [
    [{ status: 'compromised' }, 'compromised'],
    [{ handle_changed_at: new Date() }, 'handle'],
  ] as const) {
    const { id: number, username } = await admins.newReport();
    const { id, transaction } = await lose({ username });
    await admins.changeRow(number, state);
    expect(await prove(id, lossOf(transaction, '5'))).toBe('held');
    expect(await db()('statements').where({ id }).first()).toMatchObject({ hold_reason, published_at: null });
    expect((await caseOf(username)).statements).toEqual([]);
    await readIt(id);
    expect((await caseOf(username)).statements).toMatchObject([{ loss: { transaction } }]);
  }
});

it('is not proven by another transaction, which stood in the database while the chain was asked', async () => {
  const { username } = await admins.newReport();
  const victim = await lose({ username });
  expect(await prove(victim.id, lossOf(victim.transaction, '5'))).toBe('published');
  const { id } = await lose({ username });
  expect(await prove(id, lossOf(victim.transaction, '5'))).toBe('gone');
  expect((await caseOf(username)).statements).toHaveLength(1);
});

it('is taken from no victim by a stranger who claims the transaction with another wallet', async () => {
  const { username } = await admins.newReport();
  const refused = await lose({ username });
  const verdict = { outcome: 'refused', code: 'not_signed' } as const;
  await applyLoss(db(), { statementId: refused.id, verdict, holdsByRate: true });
  const { transaction, wallet } = refused;
  const elsewhere = await admins.newReport();
  const claim = await lose({ username: elsewhere.username, transaction });
  await applyLoss(db(), { statementId: claim.id, verdict, holdsByRate: true });
  await admins.setStatus(elsewhere.id, 'cleared', 'report_false');

  const victim = await lose({ username, transaction });
  expect(await prove(victim.id, lossOf(transaction, '5'))).toBe('published');
  await expect(lose({ username, transaction, wallet })).rejects.toMatchObject({
    code: 'post_already_stated',
  });
});

it('is deleted with its statement, and may then be stated again', async () => {
  const { username } = await admins.newReport();
  const { id, transaction, wallet } = await lose({ username });
  await prove(id, lossOf(transaction, '5'));
  const decide = (decision: 'reject' | 'hold' | 'publish') => admins.decideStatement(id, decision);
  await decide('reject');
  expect(await caseOf(username)).toMatchObject({ statements: [], losses: [] });
  const other = await admins.newReport();
  const again = await lose({ username: other.username, transaction, wallet });
  expect(await prove(again.id, lossOf(transaction, '5'))).toBe('published');
  // It proves a loss in the other case now.
  await decide('hold');
  await expect(decide('publish')).rejects.toMatchObject({ code: 'post_already_stated' });
  await admins.erase({ username: other.username });
  expect(await db()('statements').where({ id: again.id }).first()).toMatchObject({
    loss: null,
    loss_transaction: null,
    loss_wallet: null,
  });
});

it('may be stated again where it was refused only for the moment', async () => {
  const { username } = await admins.newReport();
  const first = await lose({ username });
  const { transaction, wallet } = first;
  const refuse = (id: number, code: 'not_found' | 'used' | 'failed') =>
    applyLoss(db(), { statementId: id, verdict: { outcome: 'refused', code }, holdsByRate: true });
  await refuse(first.id, 'not_found');
  const second = await lose({ username, transaction, wallet });
  await refuse(second.id, 'used');
  const third = await lose({ username, transaction, wallet });
  await refuse(third.id, 'failed');
  await expect(lose({ username, transaction, wallet })).rejects.toMatchObject({
    code: 'post_already_stated',
    message: lossTexts.stated,
  });
});

it('that was read in a cleared case is not stated again, and the answer says why', async () => {
  const { id: number, username } = await admins.newReport();
  const { id, transaction, wallet } = await lose({ username });
  await prove(id, lossOf(transaction, '5'));
  await readIt(id);
  await admins.setStatus(number, 'cleared', 'report_false');
  await expect(lose({ username, transaction, wallet })).rejects.toMatchObject({
    code: 'post_already_reviewed',
    message: lossTexts.reviewed,
  });
});

it('is requested again while no verdict arrives, and rejected after a day', async () => {
  const { username } = await admins.newReport();
  const waiting = await lose({ username });
  const privateToo = await lose({ username, text: `${description} His number is +1 202 555 0143.` });
  const lost = await lose({ username });
  const asked: { statementId: number; round: number }[] = [];
  const queues = { add: async (_job: unknown, payload: unknown) => void asked.push(payload as never) };
  expect(await resendLosses(db(), queues)).toBe(0);
  const heldFor = (id: number, time: string) =>
    db()('statements')
      .where({ id })
      .update({ held_at: db().raw(`now() - interval '${time}'`) });
  await heldFor(waiting.id, '11 minutes');
  await heldFor(privateToo.id, '11 minutes');
  await heldFor(lost.id, '25 hours');
  await resendLosses(db(), queues);
  expect(asked.sort((one, other) => one.statementId - other.statementId)).toMatchObject([
    { statementId: waiting.id, round: 1 },
    { statementId: privateToo.id, round: 1 },
  ]);
  expect(await db()('statements').where({ id: lost.id }).first()).toMatchObject({
    reject_reason: lossRefusals.unread,
  });
  await lose({ username, transaction: lost.transaction, wallet: lost.wallet });
});
