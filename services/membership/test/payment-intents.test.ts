import {
  checkPaymentIntent,
  getPaymentIntent,
  intentTexts,
  openMembershipIntent,
} from '@naughty-list/contracts/payment-intents';
import { Signature } from '@naughty-list/contracts/primitives';
import { claimFound } from '@naughty-list/payment-flow/open';
import { sweepClaims } from '@naughty-list/payment-flow/sweep';
import { endIntentsAt } from '@naughty-list/payment-flow/test/end-intents';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import {
  accepted,
  newSignature,
  newVisitor,
  newWallet,
  type RequestPayload,
  startMembership,
} from './running-service.ts';

const service = closeAfterAll(await startMembership());
beforeEach(() => service.decideBy(accepted));

const open = (visitor: string) => service.browser(visitor).call(openMembershipIntent);
const now = (id: string) => service.browser('anyone-at-all-here').call(getPaymentIntent, { params: { id } });
const check = (id: string, wallet = newWallet().address) =>
  service.browser('anyone-at-all-here').call(checkPaymentIntent, { params: { id }, body: { wallet } });
const tokens = (amount: number) => (asked: RequestPayload) => ({
  ...accepted(asked),
  amount: `${amount}000000`,
});

it('a visitor’s intent has the reference and key of the specification’s call', async () => {
  const visitor = newVisitor();
  const [intent, offer] = [await open(visitor), (await service.generate(visitor)).body];
  expect(intent).toMatchObject({ state: 'open', reference: offer.reference, burnWallet: offer.burnAddress });
  expect(new URL(offer.paymentUrl).searchParams.get('reference')).toBe(intent.referenceKey);
  expect((await open(visitor)).id).toBe(intent.id);
});

it('parts add up to one membership of the whole amount', async () => {
  const visitor = newVisitor();
  const { id } = await open(visitor);
  service.decideBy(tokens(300_000));
  const first = newSignature();
  expect((await service.verify(visitor, first)).body).toMatchObject({ success: false, reason: 'counted' });
  expect((await service.verify(visitor, first)).body).toMatchObject({ success: false, reason: 'counted' });
  expect(await now(id)).toMatchObject({ state: 'partial', received: '300000', missing: '450000' });
  service.decideBy(tokens(450_000));
  const last = newSignature();
  expect((await service.verify(visitor, last)).body).toMatchObject({ success: true });
  expect(await now(id)).toMatchObject({ state: 'paid', missing: '0' });
  const members = (await service.members()).filter((member) => member.transaction_hash === last);
  expect(members).toMatchObject([{ tokens_amount: '750000' }]);
});

it('a member is not asked to pay again: neither in its browser, nor by its wallet in another', async () => {
  const [member, other] = [newVisitor(), newVisitor()];
  const wallet = newWallet().address;
  const [own, elsewhere] = [await open(member), await open(other)];
  service.decideBy((asked) => accepted(asked, wallet));
  await service.verify(member, newSignature());
  await expect(check(own.id)).rejects.toMatchObject({ message: intentTexts.gone });
  await expect(check(elsewhere.id, wallet)).rejects.toMatchObject({ message: intentTexts.walletIsMember });
  await expect(check(elsewhere.id)).resolves.toMatchObject({ state: 'open' });
});

it('a second payment that names the intent of a member is found, and is credit on it', async () => {
  const visitor = newVisitor();
  const { id, reference, referenceKey } = await open(visitor);
  service.decideBy(tokens(750_000));
  await service.verify(visitor, newSignature());
  const { context } = service;
  const signature = Signature.parse(newSignature());
  const found = { signature, reference, referenceKey };
  expect(await claimFound(context, context.paymentKind, { found, dueInMs: 60_000 })).toBeDefined();
  await expect.poll(async () => (await now(id)).credited).toBe('750000');
  expect(await now(id)).toMatchObject({ state: 'paid', received: '750000' });
  expect(await claimFound(context, context.paymentKind, { found, dueInMs: 60_000 })).toBeUndefined();
});

it('what a browser has paid is found although a restored database lacks its reference', async () => {
  const visitor = newVisitor();
  const { id, reference, referenceKey } = await open(visitor);
  const { context } = service;
  await context.db('payment_intents').where({ id }).delete();
  await context.db('payment_references').where({ reference }).delete();
  const again = await open(visitor);
  const found = { reference, referenceKey, signature: Signature.parse(newSignature()) };
  await claimFound(context, context.paymentKind, { found, dueInMs: 60_000 });
  expect(again).toMatchObject({ reference, referenceKey });
  await expect.poll(async () => (await now(again.id)).state).toBe('paid');
});

it('the rest of the price counts in the hour after the intent expired, pasted or found on the chain', async () => {
  const rest = {
    pasted: (visitor: string) => service.verify(visitor, newSignature()),
    found: async (_: string, reference: string) => {
      const found = { reference, signature: Signature.parse(newSignature()) };
      await claimFound(service.context, service.context.paymentKind, { found, dueInMs: 3_600_000 });
    },
  };
  // What came in time may be found later, such as after an outage.
  const cases = Object.values(rest).flatMap((payRest) => [1, 80].map((minutes) => ({ payRest, minutes })));
  for (const { payRest, minutes } of cases) {
    const visitor = newVisitor();
    const { id, reference } = await open(visitor);
    service.decideBy(tokens(300_000));
    await service.verify(visitor, newSignature());
    await endIntentsAt(service.context.db, new Date(Date.now() - minutes * 60_000), { id });
    service.decideBy(tokens(450_000));
    await payRest(visitor, reference);
    await expect.poll(() => now(id)).toMatchObject({ state: 'paid', received: '750000' });
  }
});

it('a part counts towards a fee that falls, and admits its payer once it reaches the fee alone', async () => {
  const [visitor, other] = [newVisitor(), newVisitor()];
  const [{ id }, begun] = [await open(visitor), await open(other)];
  service.decideBy(tokens(300_000));
  for (const one of [visitor, other]) await service.verify(one, newSignature());
  service.terms.membershipFeeTokens = '700000';
  const again = await open(visitor);
  service.terms.membershipFeeTokens = '350000';
  await expect(check(id)).rejects.toMatchObject({ message: intentTexts.cheaper });
  const cheap = await open(visitor);
  await expect(check(id)).resolves.toMatchObject({ missing: '50000' });
  service.terms.membershipFeeTokens = '300000';
  const reached = await open(other);
  service.terms.membershipFeeTokens = '750000';
  expect(again).toMatchObject({ id, state: 'partial', price: '700000', missing: '400000' });
  expect(cheap).toMatchObject({ id, state: 'partial', price: '350000', missing: '50000' });
  expect(reached).toMatchObject({ id: begun.id, state: 'seen', price: '300000', received: '0' });
  await sweepClaims(service.context, service.context.paymentKind, 0);
  await expect.poll(() => now(begun.id)).toMatchObject({ state: 'paid', received: '300000' });
});

it('after a change of the mint, what is pasted on a page counts for the offer that it shows', async () => {
  const visitor = newVisitor();
  const before = await open(visitor);
  service.terms.contractAddress = newWallet().address;
  const after = await open(visitor);
  service.terms.contractAddress = before.mint;
  service.decideBy(tokens(300_000));
  for (const { id } of [before, after]) await service.verify(visitor, newSignature(), { intent: id });
  for (const { id, mint } of [before, after])
    expect(await now(id)).toMatchObject({ mint, state: 'partial', received: '300000' });
});

it('a hash from a page that shows the burn address of before a change is claimed', async () => {
  const visitor = newVisitor();
  const { burnAddress } = (await service.generate(visitor)).body;
  await open(visitor);
  service.terms.burnWalletAddress = newWallet().address;
  // Another tab asks for the address anew.
  await service.generate(visitor);
  const { body } = await service.verify(visitor, newSignature(), { burnAddress });
  service.terms.burnWalletAddress = burnAddress;
  expect(body).toMatchObject({ success: true });
});
