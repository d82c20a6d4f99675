import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeparateStack } from '../src/stack.ts';
import { lastingStack, noLimits } from './lasting-stack.ts';
import { chainOf, eventsOf, membersBy, payerOf, payKey, payMemo, Visitor } from './membership-flow.ts';
import { query } from './query.ts';
import { burn, effectsOf, listedIds, ONCE, post, REMOVAL_COST, submitReport } from './removal-flow.ts';

const HELD_MS = 3_600_000;
const POLLING = { timeout: 120_000, interval: 100 };
const CHAT = 'https://t.me/naughtylistsol';
const WELCOME = { success: true, message: "Welcome to Santa's Alpha Group!", telegramLink: CHAT };
const USED = 'This transaction has already been used. Each transaction can only be used once.';

let stack: SeparateStack;
const { start, end } = lastingStack();

beforeAll(async () => {
  stack = await start({
    separate: true,
    env: { ...noLimits },
    chain: { env: { CHAIN_CONTROL: 'true' } },
  });
});
afterAll(end);

/** A visitor with an offer. */
async function newVisitor() {
  const visitor = new Visitor(stack);
  const terms = await visitor.terms();
  return { visitor, terms, key: terms.reference.replace('LISTCLUB-', '') };
}

const memberRow = (signature: string) => ({
  wallet_address: payerOf(signature).publicKey.toBase58(),
  burn_address: chainOf(stack).burnWallet,
  tokens_amount: '750000',
  telegram_link_provided: true,
});

describe('a payment admits', () => {
  it('by its memo, and gives the link again to its visitor', async () => {
    const { visitor, terms } = await newVisitor();
    expect(terms.paymentUrl).toContain(`solana:${terms.burnAddress}?amount=750000&spl-token=${terms.mint}`);
    const signature = await payMemo(stack, terms.reference);
    expect(await visitor.settled(signature)).toEqual({ status: 200, body: WELCOME });
    expect(await membersBy(stack, signature)).toEqual([memberRow(signature)]);
    expect(await visitor.settled(signature)).toEqual({ status: 200, body: WELCOME });
    expect((await visitor.terms()).telegramLink).toBe(CHAT);
  });

  it('by its reference key alone', async () => {
    const { visitor, key } = await newVisitor();
    expect((await visitor.settled(await payKey(stack, key))).body).toEqual(WELCOME);
  });

  it('without a pasted hash, because it is found', async () => {
    const { visitor, terms } = await newVisitor();
    await payMemo(stack, terms.reference);
    await expect.poll(async () => (await visitor.terms()).telegramLink, POLLING).toBe(CHAT);
  });
});

describe('a payment does not admit', () => {
  it('that is bound to another visitor, before and after that one claims it', async () => {
    const stranger = await newVisitor();
    const { visitor, terms, key } = await newVisitor();
    const paid = await payMemo(stack, terms.reference);
    expect((await stranger.visitor.settled(paid)).body).not.toHaveProperty('telegramLink');
    expect((await visitor.settled(paid)).body).toEqual(WELCOME);
    const late = (await stranger.visitor.settled(paid)).body;
    const payers = [payerOf(paid).publicKey.toBase58()];
    expect(late).toEqual({ success: false, message: USED, reason: 'already_used', payers });
    const byKey = await payKey(stack, key);
    expect((await stranger.visitor.settled(byKey)).body).not.toHaveProperty('telegramLink');
  });

  it('that has removed a report', async () => {
    const report = await submitReport(stack);
    const { visitor } = await newVisitor();
    const txHash = await burn(stack, report.uniqueBurnAddress, REMOVAL_COST);
    const removed = await post(stack, `/api/scammer-reports/${report.id}/remove-by-burn`, { txHash });
    expect(removed.body).toEqual({ success: true });
    expect((await visitor.settled(txHash)).body).toMatchObject({ success: false, message: USED });
  });

  it('and remove a report as well', async () => {
    const report = await submitReport(stack);
    const { visitor, terms } = await newVisitor();
    const txHash = await burn(stack, terms.reference, REMOVAL_COST);
    expect((await visitor.settled(txHash)).body).toEqual(WELCOME);
    const refused = await post(stack, `/api/scammer-reports/${report.id}/remove-by-burn`, { txHash });
    expect(refused).toMatchObject({ status: 409, body: { code: 'transaction_already_used' } });
    expect(await listedIds(stack)).toContain(report.id);
  });

  it('any of 49 strangers who claim it at the same moment as its payer', async () => {
    const strangers = await Promise.all(Array.from({ length: 49 }, newVisitor));
    const { visitor } = await newVisitor();
    const signature = await payMemo(stack);
    const [paid, ...others] = await Promise.all([
      visitor.settled(signature, payerOf(signature)),
      ...strangers.map((stranger) => stranger.visitor.settled(signature)),
    ]);
    expect(paid.body).toEqual(WELCOME);
    for (const { body } of others) {
      expect(['proof_required', 'already_used']).toContain(body.reason);
      expect(body).not.toHaveProperty('telegramLink');
    }
    expect(await membersBy(stack, signature)).toHaveLength(1);
  });
});

/** A claim whose transaction the chain keeps from becoming final. */
async function heldClaim() {
  const control = createControlClient(stack.rpcUrl);
  const { visitor, terms } = await newVisitor();
  const signature = await payMemo(stack, terms.reference);
  await control.setDelays({ signature, findMs: HELD_MS, confirmMs: HELD_MS, finalizeMs: HELD_MS });
  // A killed service may interrupt it.
  const waiting = visitor.verify(signature).catch(() => undefined);
  // The verifier has stored it: from here on the test covers its processing, not the claim.
  const idOf = `select id from chain.verifications where purpose = 'membership' and signature = '${signature}'`;
  const ids = async () => ((await query(stack.databaseUrl, idOf)) as { id: string }[]).map(({ id }) => id);
  await expect.poll(ids, POLLING).toHaveLength(1);
  const [id = ''] = await ids();
  return { control, visitor, signature, waiting, id };
}

it('every stage is shown live through the gateway, even after a lost connection', async () => {
  const { control, signature, waiting, id } = await heldClaim();
  const watching = eventsOf(stack, id);
  const stage = async () => {
    const answer = await fetch(`${stack.url}/api/verifications/${id}`);
    return ((await answer.json()) as { stage: string }).stage;
  };
  await expect.poll(stage, POLLING).toBe('received');
  await control.setDelays({ signature, findMs: 0, confirmMs: HELD_MS, finalizeMs: HELD_MS });
  await expect.poll(stage, POLLING).toBe('found');
  await stack.services.membership.kill('SIGKILL');
  await stack.services.membership.ready();
  await control.setDelays({ signature, findMs: 0, confirmMs: 0, finalizeMs: HELD_MS });
  await expect.poll(stage, POLLING).toBe('confirmed');
  await control.setDelays({ signature, findMs: 0, confirmMs: 0, finalizeMs: 0 });
  const events = await watching;
  const stages = [...new Set(events.map((event) => event.stage))];
  const order = ['received', 'found', 'confirmed', 'finalised', 'judged', 'done'];
  expect(stages).toEqual(order.filter((each) => stages.includes(each)));
  for (const seen of ['received', 'found', 'confirmed', 'done']) expect(stages).toContain(seen);
  expect(events.at(-1)).toMatchObject({ stage: 'done', outcome: 'accepted' });
  expect(JSON.stringify(events)).not.toContain(CHAT);
  await waiting;
});

describe('a process killed between verdict and effect costs no membership, and doubles none', () => {
  it.each(['gateway', 'membership', 'chain-verifier'] as const)('%s', async (victim) => {
    const { control, visitor, signature, waiting, id } = await heldClaim();
    await stack.services.membership.kill('SIGSTOP');
    await control.setDelays({ signature, findMs: 0, confirmMs: 0, finalizeMs: 0 });
    const verdict = `select outcome from chain.verifications where id = '${id}'`;
    await expect.poll(() => query(stack.databaseUrl, verdict), POLLING).toEqual([{ outcome: 'accepted' }]);
    expect(await membersBy(stack, signature)).toEqual([]);
    await stack.services[victim].kill('SIGKILL');
    await stack.services[victim].ready();
    if (victim !== 'membership') await stack.services.membership.kill('SIGCONT');
    await waiting;
    await expect
      .poll(async () => (await visitor.settled(signature).catch(() => undefined))?.body, POLLING)
      .toEqual(WELCOME);
    expect(await membersBy(stack, signature)).toEqual([memberRow(signature)]);
  });
});

async function watches(): Promise<boolean> {
  const rows = await query(stack.databaseUrl, 'select address from chain.watched_addresses');
  return rows.length > 0;
}

type Paid = { id: number; signature: string };

/** A report, and a burn that names it, which is never claimed. */
async function submitAndBurn(): Promise<Paid> {
  // Watching starts with its first round: earlier burns are not found automatically.
  await expect.poll(watches, POLLING).toBe(true);
  const { id, uniqueBurnAddress } = await submitReport(stack);
  return { id, signature: await burn(stack, uniqueBurnAddress) };
}

async function isSettled({ id, signature }: Paid): Promise<boolean> {
  await expect.poll(() => effectsOf(stack, signature).catch(String), POLLING).toEqual(ONCE);
  return !(await listedIds(stack)).includes(id);
}

it('what was burned for a report while the verifier was down is found when it is back', async () => {
  await stack.services['chain-verifier'].kill('SIGSTOP');
  const paid = [await submitAndBurn(), await submitAndBurn()];
  await stack.services['chain-verifier'].kill('SIGKILL');
  await stack.services['chain-verifier'].ready();
  expect(await Promise.all(paid.map(isSettled))).toEqual([true, true]);
});

it('a part that names its report by the memo alone is found, and kept as its payer’s credit', async () => {
  await expect.poll(watches, POLLING).toBe(true);
  const { uniqueBurnAddress } = await submitReport(stack);
  const signature = await burn(stack, uniqueBurnAddress, REMOVAL_COST / 4n);
  const claims = `select status, code, amount from reports.removal_claims where signature = '${signature}'`;
  const credit = { status: 'refused', code: 'amount_below_minimum', amount: String(REMOVAL_COST / 4n) };
  await expect.poll(() => query(stack.databaseUrl, claims), POLLING).toEqual([credit]);
});

it('what was burned is found though everything is killed at once', async () => {
  const paid = [await submitAndBurn(), await submitAndBurn()];
  const parts = [...Object.values(stack.services), stack.chain, stack.postgres];
  await Promise.all(parts.map((part) => part.kill('SIGKILL')));
  await Promise.all(parts.map((part) => part.ready()));
  expect(await Promise.all(paid.map(isSettled))).toEqual([true, true]);
});
