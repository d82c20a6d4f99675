import { membershipTexts } from '@naughty-list/contracts/membership';
import { settleMembershipPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { type Address, Signature } from '@naughty-list/contracts/primitives';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  accepted,
  FIXED_LINK,
  newSignature,
  newVisitor,
  newWallet,
  startMembership,
  type TestWallet,
  until,
  WELCOME,
} from './running-service.ts';

// A membership belongs to the wallet that paid: a browser without the cookie proves control of the wallet.

let payer: TestWallet;
let transactionHash: string;

const service = closeAfterAll(await startMembership());
beforeEach(async () => {
  payer = newWallet();
  transactionHash = newSignature();
  service.decideBy((asked) => accepted(asked, payer.address));
  await service.verify(newVisitor(), transactionHash);
  service.decideBy(accepted);
});

const members = async () => (await service.members()).length;
const linkOf = async (visitor: string) => (await service.generate(visitor)).body.telegramLink;

describe('a new browser of a member', () => {
  it('learns which wallet has to sign when it names the transaction', async () => {
    const visitor = newVisitor();
    expect((await service.verify(visitor, transactionHash)).body).toEqual({
      success: false,
      reason: 'already_used',
      message: membershipTexts.alreadyUsed,
      payers: [payer.address],
    });
    expect(await linkOf(visitor)).toBeUndefined();
  });

  it('gets the link with a signature for the transaction that admitted the wallet', async () => {
    const [visitor, before] = [newVisitor(), await members()];
    const asked = service.asked.length;
    const proof = await service.prove(visitor, { wallet: payer, transactionHash });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.verify(visitor, transactionHash, { proof })),
    );
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: WELCOME });
    expect(await linkOf(visitor)).toBe(FIXED_LINK);
    expect((await service.verify(visitor, transactionHash)).body).toEqual(WELCOME);
    expect(await members()).toBe(before);
    expect(service.asked).toHaveLength(asked);
    const second = await service.verify(visitor, newSignature());
    expect(second.body).toMatchObject({ success: false, reason: 'already_member' });
  });

  it('gets the link with a signature of the wallet alone', async () => {
    const visitor = newVisitor();
    const proof = await service.prove(visitor, { wallet: payer });
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.recover(visitor, proof)));
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: WELCOME });
    expect(await linkOf(visitor)).toBe(FIXED_LINK);
    expect((await service.recover(visitor, proof)).body).toEqual(WELCOME);
  });

  it('still gets the found payment of its earlier reference, for the wallet that paid', async () => {
    const [visitor, other, late] = [newVisitor(), newWallet(), newSignature()];
    const { reference } = (await service.generate(visitor)).body;
    await service.recover(visitor, await service.prove(visitor, { wallet: payer }));
    service.decideBy((asked) => accepted(asked, other.address));
    await service.context.queues.add(settleMembershipPaymentJob, {
      reference,
      signature: Signature.parse(late),
    });
    const paid = () => service.context.db('alpha_group_members').where({ transaction_hash: late });
    await until(async () => (await paid()).length === 1);
    expect(await paid()).toMatchObject([{ wallet_address: other.address, reference }]);
    const elsewhere = newVisitor();
    const proof = await service.prove(elsewhere, { wallet: other });
    expect((await service.recover(elsewhere, proof)).body).toEqual(WELCOME);
  });

  it('does not call a payment unused that has admitted another member', async () => {
    const [visitor, other] = [newVisitor(), newSignature()];
    await service.recover(visitor, await service.prove(visitor, { wallet: payer }));
    service.decideBy(accepted);
    await service.verify(newVisitor(), other);
    expect((await service.verify(visitor, other)).body).toMatchObject({ reason: 'already_used' });
  });

  it('of another member belongs to the wallet that it proved last', async () => {
    const [visitor, other] = [newVisitor(), newWallet()];
    service.decideBy((asked) => accepted(asked, other.address));
    await service.verify(visitor, newSignature());
    const proof = await service.prove(visitor, { wallet: payer });
    expect((await service.recover(visitor, proof)).body).toEqual(WELCOME);
    expect((await service.verify(visitor, transactionHash)).body).toEqual(WELCOME);
  });
});

describe('only a signature of the wallet for this browser opens the chat', () => {
  const expectRefusal = async (visitor: string, proof: { proofId: string; signature: string }) => {
    const { status, body } = await service.recover(visitor, proof);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'proof_invalid' });
    expect(await linkOf(visitor)).toBeUndefined();
  };

  it('a wallet that is no member', async () => {
    const visitor = newVisitor();
    const proof = await service.prove(visitor, { wallet: newWallet() });
    expect((await service.recover(visitor, proof)).body).toEqual({
      success: false,
      reason: 'not_a_member',
      message: membershipTexts.notAMember,
    });
    expect(await linkOf(visitor)).toBeUndefined();
  });

  it('a stranger’s signature, another browser’s proof, or a proof for a payment', async () => {
    const visitor = newVisitor();
    const thief = { ...newWallet(), address: payer.address };
    await expectRefusal(visitor, await service.prove(visitor, { wallet: thief }));
    await expectRefusal(visitor, await service.prove(newVisitor(), { wallet: payer }));
    await expectRefusal(visitor, await service.prove(visitor, { wallet: payer, transactionHash }));
  });

  it('an expired proof, or one that was used before the browser went to another member', async () => {
    const [visitor, other] = [newVisitor(), newWallet()];
    const expired = await service.prove(visitor, { wallet: payer });
    await service.context
      .db('payment_proofs')
      .where({ id: expired.proofId })
      .update({ expires_at: new Date(Date.now() - 1_000) });
    expect((await service.recover(visitor, expired)).body.code).toBe('proof_expired');

    const used = await service.prove(visitor, { wallet: payer });
    await service.recover(visitor, used);
    service.decideBy((asked) => accepted(asked, other.address));
    await service.verify(newVisitor(), newSignature());
    await service.recover(visitor, await service.prove(visitor, { wallet: other }));
    expect((await service.recover(visitor, used)).body.code).toBe('proof_invalid');
  });
});

describe('rows of earlier versions', () => {
  const insert = (wallet: string, hash: string) =>
    service.context
      .db('alpha_group_members')
      .insert({ wallet_address: wallet, burn_address: 'burn', transaction_hash: hash });

  it('a member without a claim is recovered by the wallet', async () => {
    const [visitor, wallet] = [newVisitor(), newWallet()];
    await insert(wallet.address, newSignature());
    const proof = await service.prove(visitor, { wallet });
    expect((await service.recover(visitor, proof)).body).toEqual(WELCOME);
  });

  it('a member whose wallet is unknown stays with its browser', async () => {
    const hash = newSignature();
    await insert('unknown', hash);
    const visitor = newVisitor();
    const used = { success: false, reason: 'already_used', message: membershipTexts.alreadyUsed };
    expect((await service.verify(visitor, hash)).body).toEqual(used);
    const proof = await service.prove(visitor, { wallet: newWallet(), transactionHash: hash });
    expect((await service.verify(visitor, hash, { proof })).body).toEqual(used);
  });
});

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
