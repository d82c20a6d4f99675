import type { Address } from '@naughty-list/contracts/primitives';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import { accepted, newSignature, newVisitor, newWallet, startMembership } from './running-service.ts';

const service = closeAfterAll(await startMembership());
beforeEach(() => service.decideBy(accepted));

const isMember = async (wallet: string) => {
  const answer = await service.get(`/api/alpha-group/wallets/${wallet}`);
  return { status: answer.status, body: await answer.json() };
};
const paidBy = (wallet: Address) => service.decideBy((asked) => accepted(asked, wallet));
const membersOf = (wallet: string) =>
  service.context.db('alpha_group_members').where({ wallet_address: wallet }).orderBy('id');

describe('whether a wallet is a member', () => {
  it('is known before it pays', async () => {
    const { address } = newWallet();
    expect(await isMember(address)).toEqual({ status: 200, body: { member: false } });
    paidBy(address);
    await service.verify(newVisitor(), newSignature());
    expect(await isMember(address)).toEqual({ status: 200, body: { member: true } });
    expect(await isMember(newWallet().address)).toEqual({ status: 200, body: { member: false } });
  });

  it.each(['unknown', 'abc', '%00'])('is not revealed by %s', async (wallet) => {
    const { db } = service.context;
    await db('alpha_group_members').insert({
      wallet_address: 'unknown',
      burn_address: 'burn',
      transaction_hash: newSignature(),
    });
    expect((await isMember(wallet)).status).toBe(404);
  });
});

describe('a wallet that pays twice', () => {
  it('admits the browser that each payment names: every payment has an effect', async () => {
    const { address } = newWallet();
    paidBy(address);
    await service.verify(newVisitor(), newSignature());
    const other = newVisitor();
    const second = newSignature();
    expect((await service.verify(other, second)).body).toMatchObject({ success: true });
    expect((await service.generate(other)).body).toHaveProperty('telegramLink');
    expect(await membersOf(address)).toMatchObject([
      { wallet_paid_before: false },
      { wallet_paid_before: true, transaction_hash: second },
    ]);
  });

  it('from 20 browsers at once admits each, and is a member once', async () => {
    const { address } = newWallet();
    paidBy(address);
    const browsers = Array.from({ length: 20 }, newVisitor);
    const answers = await Promise.all(browsers.map((visitor) => service.verify(visitor, newSignature())));
    expect(answers.filter(({ body }) => body.telegramLink)).toHaveLength(20);
    const members = await membersOf(address);
    expect(members.filter((member) => !member.wallet_paid_before)).toHaveLength(1);
    expect(members).toHaveLength(20);
  });

  it('leaves members whose payer is unknown unchanged', async () => {
    service.decideBy((asked) => ({ ...accepted(asked), payer: null }));
    for (const visitor of [newVisitor(), newVisitor()])
      expect((await service.verify(visitor, newSignature())).body.success).toBe(true);
  });
});

it('of a wallet that paid twice before wallets were admitted once, both rows keep working', async () => {
  const { db } = service.context;
  const { address } = newWallet();
  const browsers = [newVisitor(), newVisitor()] as const;
  const hashes = [newSignature(), newSignature()] as const;
  for (const [index, visitor] of browsers.entries()) await service.verify(visitor, String(hashes[index]));
  await db('alpha_group_members').where({ transaction_hash: hashes[1] }).update({ wallet_paid_before: true });
  await db('alpha_group_members').whereIn('transaction_hash', hashes).update({ wallet_address: address });
  expect(await membersOf(address)).toMatchObject([
    { wallet_paid_before: false },
    { wallet_paid_before: true },
  ]);
  expect((await isMember(address)).body).toEqual({ member: true });
  for (const [index, visitor] of browsers.entries()) {
    expect((await service.generate(visitor)).body).toHaveProperty('telegramLink');
    expect((await service.verify(visitor, String(hashes[index]))).body.success).toBe(true);
  }
  paidBy(address);
  expect((await service.verify(newVisitor(), newSignature())).body).toMatchObject({ success: true });
  expect(await membersOf(address)).toHaveLength(3);
});
