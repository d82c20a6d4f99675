import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { BURN_WALLET, MINT, newSignature, newVisitor, startMembership } from './running-service.ts';

const service = closeAfterAll(await startMembership());

it('returns price, burn address and the visitor’s reference', async () => {
  const { status, body } = await service.generate(newVisitor());
  expect(status).toBe(200);
  const key = body.reference.replace('LISTCLUB-', '');
  expect(key).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  expect(body).toEqual({
    burnAddress: BURN_WALLET,
    reference: `LISTCLUB-${key}`,
    mint: MINT,
    amount: '750000',
    paymentUrl:
      `solana:${BURN_WALLET}?amount=750000&spl-token=${MINT}&reference=${key}&memo=LISTCLUB-${key}` +
      "&label=Secret%20Sausage%20Society&message=Lifetime%20membership%20in%20Santa's%20Alpha%20Group",
  });
});

it('returns the same reference to a visitor, also 50 times at once, and a different one to others', async () => {
  const visitor = newVisitor();
  const answers = await Promise.all(Array.from({ length: 50 }, () => service.generate(visitor)));
  expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
  const others = await Promise.all([1, 2, 3].map(() => service.generate(newVisitor())));
  expect(new Set([...answers, ...others].map(({ body }) => body.reference)).size).toBe(4);
});

it('every visitor is shown the current fee, whatever they were shown before', async () => {
  const early = newVisitor();
  await service.generate(early);
  service.terms.membershipFeeTokens = '1500000';
  expect((await service.generate(early)).body).toMatchObject({
    amount: '1500000',
    paymentUrl: expect.stringContaining('?amount=1500000&'),
  });
  service.terms.membershipFeeTokens = '750000';
  expect((await service.generate(early)).body.amount).toBe('750000');
  await service.verify(early, newSignature());
  expect(service.asked.at(-1)?.demand.minimumTokens).toBe('750000');
});

it('asks in its link for the fee of a Token-2022 transfer, too, so that the whole price arrives', async () => {
  service.terms.transferFee = { basisPoints: 100, maximum: '18446744073709551615' };
  expect((await service.generate(newVisitor())).body).toMatchObject({
    amount: '750000',
    paymentUrl: expect.stringContaining('?amount=757575.757576&'),
  });
  service.terms.transferFee = undefined;
});

it('a known visitor is served while the verifier is unavailable; a new one gets Retry-After', async () => {
  const known = newVisitor();
  const { body } = await service.generate(known);
  service.terms.isUnavailable = true;
  expect((await service.generate(known)).body).toEqual(body);
  const refused = await service.generate(newVisitor());
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await service.verify(known, newSignature())).status).toBe(200);
  service.terms.isUnavailable = false;
});

it('keeps members with the defaults of the specification, each transaction once', async () => {
  const member = { wallet_address: 'wallet', burn_address: 'burn', transaction_hash: 'hash' };
  const { db } = service.context;
  const [row] = await db('alpha_group_members').insert(member).returning('*');
  expect(row).toMatchObject({ ...member, tokens_amount: '1500000', telegram_link_provided: false });
  await expect(db('alpha_group_members').insert(member)).rejects.toThrow(/unique/);
});
