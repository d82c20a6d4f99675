import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { failedInTransaction, startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { describe, expect, it } from 'vitest';
import { isAlarming, type PendingCode } from '../src/verifications/verification.ts';
import { verify } from '../src/verifications/verify.ts';
import { BLOCK_TIME, buildTransaction } from './conformance/build-transaction.ts';
import { key, TOK } from './conformance/keys.ts';
import { burn as burnOperation, memo } from './conformance/operations.ts';
import { burn, list } from './transactions.ts';
import {
  eventually,
  recordVerdicts,
  removalDemand,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

// Cases of the conformance suite that depend on time or on two providers. A is the second provider.
const chain = closeAfterAll(await startTestChain());
const second = closeAfterAll(await startSecondProvider(chain.url));
const { restart } = startInEachTest(chain, [second]);
let verifier: TestVerifier;

const DAY_MS = 24 * 3_600_000;
const nothing = () => ({ context: { slot: 1 }, value: [null] });
const quorum = () => ({ SOLANA_RPC_URLS: `${second.url},${chain.url}`, SOLANA_RPC_QUORUM: '2' });

const claim = (signature: string, reportId: number) => verifier.claim(signature, removalDemand(reportId));

describe('a transaction on its way', () => {
  it('D03 that was only processed is undecided', async () => {
    verifier = await restart();
    const signature = await burn(chain, 'LISTBURN603');
    await chain.control.setDelays({ signature, confirmMs: DAY_MS, finalizeMs: DAY_MS });
    const id = await claim(signature, 603);
    await verifier.pending(id, 'not_finalized');
    expect(await verifier.find(id)).toMatchObject({ stage: 'found' });
    await chain.control.reset();
    expect((await verifier.decided(id)).outcome).toBe('accepted');
  });

  it('D14 that was never seen is not refused because blockhashes expired (a durable nonce outlives them)', async () => {
    verifier = await restart();
    const signature = await burn(chain, 'LISTBURN614');
    await chain.control.setDelays({ signature, findMs: DAY_MS, confirmMs: DAY_MS, finalizeMs: DAY_MS });
    const id = await claim(signature, 614);
    await verifier.pending(id, 'not_found_yet');
    await chain.control.advanceSlots(400);
    // A job added while the first one runs is dropped; the owner's sweep would send it again.
    await verifier.idle();
    await verifier.claim(signature, removalDemand(614), id, 1);
    await eventually(() => verifier.find(id)).toMatchObject({
      round: 1,
      outcome: 'pending',
      code: 'not_found_yet',
    });
    await chain.control.reset();
    expect((await verifier.decided(id)).outcome).toBe('accepted');
  });

  it('D25 that was confirmed and then dropped with its fork is never acted on', async () => {
    verifier = await restart({}, { constants: { notFoundAfterMs: 1_500 } });
    const signature = await burn(chain, 'LISTBURN625');
    await chain.control.setDelays({ signature, finalizeMs: DAY_MS });
    const id = await claim(signature, 625);
    await eventually(() => verifier.find(id)).toMatchObject({ stage: 'confirmed', code: 'not_finalized' });
    const gone = { context: { slot: Number.MAX_SAFE_INTEGER }, value: [null] };
    await chain.control.addFault({ method: 'getSignatureStatuses', kind: 'replace', result: gone });
    await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });
});

it('a payment that counts once it is confirmed is delivered with the time of its block', async () => {
  verifier = await restart({ SOLANA_COMMITMENT: 'confirmed' });
  const verdicts = await recordVerdicts(verifier.context);
  const signature = await burn(chain, 'LISTBURN626');
  await chain.control.setDelays({ signature, finalizeMs: DAY_MS });
  await claim(signature, 626);
  await eventually(() => verdicts).toMatchObject([{ outcome: 'accepted', blockTime: expect.any(Number) }]);
});

describe('two providers', () => {
  it('D06 of which one has pruned a transaction: the other suffices for a quorum of one', async () => {
    verifier = await restart({ SOLANA_RPC_URLS: `${second.url},${chain.url}` });
    second.see({ getTransaction: () => null });
    const id = await claim(await burn(chain, 'LISTBURN606'), 606);
    expect((await verifier.decided(id)).outcome).toBe('accepted');
    verifier = await restart(quorum());
    const strict = await claim(await burn(chain, 'LISTBURN607'), 607);
    await verifier.pending(strict, 'history_unavailable');
  });

  it('D22 that disagree on whether it failed decide nothing, and an operator is alerted', async () => {
    verifier = await restart(quorum());
    second.see(failedInTransaction);
    const id = await claim(await burn(chain, 'LISTBURN622'), 622);
    await verifier.pending(id, 'provider_conflict');
    expect(isAlarming((await verifier.find(id)).code as PendingCode)).toBe(true);
    second.see({});
    expect((await verifier.decided(id)).outcome).toBe('accepted');
  });

  it('D24 of which one does not know it: behind, it waits; 150 slots ahead, it contradicts and an operator is alerted', async () => {
    verifier = await restart(quorum());
    const signature = await burn(chain, 'LISTBURN624');
    await chain.untilFinal(signature);
    second.see({ getSignatureStatuses: nothing, getSlot: () => 1 });
    const id = await claim(signature, 624);
    await verifier.pending(id, 'not_finalized');
    second.see({ getSignatureStatuses: nothing, getSlot: (slot) => (slot as number) + 10_000 });
    await verifier.pending(id, 'provider_conflict');
    expect(isAlarming('provider_conflict')).toBe(true);
    second.see({ getSignatureStatuses: nothing, getSlot: () => 1 });
    await verifier.pending(id, 'not_finalized');
    second.see({});
    expect((await verifier.decided(id)).outcome).toBe('accepted');
  });

  it('D29 of which one invents a whole transaction, signed and consistent: nothing is accepted', async () => {
    const mint = chain.mint;
    const [payer, account] = [key('inventor'), key('account of the inventor')];
    const amount = list(1_000_000n);
    const { answer, signature } = buildTransaction({
      operations: [memo('LISTBURN629'), burnOperation(account, mint, amount)],
      accounts: { [account]: { mint, owner: payer, amount, program: TOK } },
      blockTime: BLOCK_TIME,
    });
    const status = { slot: answer.slot, confirmations: null, err: null, confirmationStatus: 'finalized' };
    const lie = {
      getSignatureStatuses: (true_: unknown) => {
        const { value } = true_ as { value: unknown[] };
        return { context: { slot: 1 }, value: value[0] === null ? [status] : value };
      },
      getTransaction: (result: unknown) => result ?? answer,
    };
    verifier = await restart(quorum());
    second.see(lie);
    const id = await claim(signature, 629);
    await eventually(() => verifier.find(id)).toMatchObject({ outcome: 'pending', stage: 'found' });
    expect(await verifier.context.db('evidence').where({ signature })).toEqual([]);
    // Why there is a quorum: a single provider is believed, as nothing in its response is wrong.
    verifier = await restart({ SOLANA_RPC_URLS: second.url });
    expect((await verifier.decided(id)).outcome).toBe('accepted');
  });
});

it('a provider that prunes its history and no longer knows what it called final, but could not show, refuses nothing', async () => {
  verifier = await restart({}, { constants: { notFoundAfterMs: 1_000 } });
  const signature = await burn(chain, 'LISTBURN631');
  await chain.untilFinal(signature);
  await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
  const id = await claim(signature, 631);
  await eventually(() => verifier.find(id)).toMatchObject({
    stage: 'finalised',
    code: 'history_unavailable',
  });
  const pruned = { context: { slot: Number.MAX_SAFE_INTEGER }, value: [null] };
  await chain.control.addFault({ method: 'getSignatureStatuses', kind: 'replace', result: pruned });
  const again = { id, signature, demand: removalDemand(631), round: 0 };
  const isUnknown = () => verify(verifier.context.verifier, again).catch(({ code }) => code);
  await isUnknown();
  await sleep(1_500);
  await chain.control.advanceSlots(400);
  expect(await isUnknown()).toBe('history_unavailable');
  await chain.control.reset();
  await verifier.claim(signature, removalDemand(631), id, 1);
  expect((await verifier.decided(id)).outcome).toBe('accepted');
});

it('D26 a provider behind which several machines stand knows a transaction and then does not: what was accepted stays, a new claim waits', async () => {
  verifier = await restart();
  const [known, other] = [await burn(chain, 'LISTBURN626'), await burn(chain, 'LISTBURN627')];
  await chain.untilFinal(other);
  const id = await claim(known, 626);
  const accepted = await verifier.decided(id);
  await chain.control.addFault({ method: 'getSignatureStatuses', kind: 'replace', result: nothing() });
  await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
  const again = { id, signature: known, demand: removalDemand(626), round: 0 };
  expect(await verify(verifier.context.verifier, again)).toEqual(accepted);
  const waiting = await claim(other, 627);
  await verifier.pending(waiting, 'not_found_yet');
  await chain.control.reset();
  expect((await verifier.decided(waiting)).outcome).toBe('accepted');
});
