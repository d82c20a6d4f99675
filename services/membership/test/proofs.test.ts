import { membershipTexts } from '@naughty-list/contracts/membership';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  FIXED_LINK,
  newSignature,
  newVisitor,
  newWallet,
  rejected,
  startMembership,
  type TestWallet,
  unboundBy,
  until,
  WELCOME,
} from './running-service.ts';

// A transfer without a reference admits the client that proves to control the paying wallet.

let payer: TestWallet;
let transactionHash: string;

const service = closeAfterAll(await startMembership());
beforeEach(() => {
  payer = newWallet();
  transactionHash = newSignature();
  service.decideBy(unboundBy(payer.address));
});

const membersBy = (hash: string) =>
  service.context.db('alpha_group_members').where({ transaction_hash: hash });
const proofRow = (proofId: string) => service.context.db('payment_proofs').where({ id: proofId });

describe('a transfer without a reference', () => {
  it('admits its payer, who signs, and gives others nothing before or after', async () => {
    const stranger = newVisitor();
    const refused = await service.verify(stranger, transactionHash);
    expect(refused).toMatchObject({ status: 200, body: { success: false, reason: 'proof_required' } });
    expect(refused.body.payers).toEqual([payer.address]);
    const own = await service.prove(stranger, { wallet: newWallet(), transactionHash });
    const mismatch = await service.verify(stranger, transactionHash, { proof: own });
    expect(mismatch.body).toMatchObject({
      success: false,
      reason: 'proof_mismatch',
      payers: [payer.address],
    });

    const visitor = newVisitor();
    const proof = await service.prove(visitor, { wallet: payer, transactionHash });
    expect((await service.verify(visitor, transactionHash, { proof })).body).toEqual(WELCOME);
    expect(await membersBy(transactionHash)).toMatchObject([{ wallet_address: payer.address }]);

    const late = { success: false, reason: 'already_used', message: membershipTexts.alreadyUsed };
    const answers = [
      await service.verify(stranger, transactionHash),
      await service.verify(stranger, transactionHash, {
        proof: await service.prove(stranger, { wallet: newWallet(), transactionHash }),
      }),
    ];
    for (const { body } of answers) expect(body).toEqual({ ...late, payers: [payer.address] });
    expect(JSON.stringify((await service.generate(stranger)).body)).not.toContain(FIXED_LINK);
  });

  it('claimed without a proof and still undecided is judged anew with one', async () => {
    service.decideBy((asked) => (asked.demand.provenWallet ? unboundBy(payer.address)(asked) : undefined));
    const visitor = newVisitor();
    const first = service.verify(visitor, transactionHash);
    await until(() => service.asked.some(({ signature }) => signature === transactionHash));
    const proof = await service.prove(visitor, { wallet: payer, transactionHash });
    expect((await service.verify(visitor, transactionHash, { proof })).body).toEqual(WELCOME);
    const { id } = service.asked.find(({ signature }) => signature === transactionHash) ?? { id: '' };
    await service.sendVerdict(rejected({ id, round: 0 }, 'already_used', 'used'));
    expect((await first).body.success).toBe(false);
    expect((await service.verify(visitor, transactionHash)).body).toEqual(WELCOME);
  });

  it('a second one of a member’s wallet stays unused, and the text says so', async () => {
    const first = newVisitor();
    const proof = await service.prove(first, { wallet: payer, transactionHash });
    await service.verify(first, transactionHash, { proof });
    const other = newVisitor();
    const second = newSignature();
    const asked = service.asked.length;
    const again = await service.prove(other, { wallet: payer, transactionHash: second });
    expect((await service.verify(other, second, { proof: again })).body).toEqual({
      success: false,
      reason: 'wallet_already_member',
      message: membershipTexts.walletAlreadyMember,
    });
    expect(service.asked).toHaveLength(asked);
    expect(await proofRow(again.proofId).first()).toMatchObject({ used_at: null });
  });
});

describe('a proof is refused', () => {
  const refusal = async (visitor: string, proof: { proofId: string; signature: string }) => {
    const { status, body } = await service.verify(visitor, transactionHash, { proof });
    expect(JSON.stringify(body)).not.toContain(FIXED_LINK);
    return { status, code: body.code };
  };

  it('of another visitor, of another transaction, or signed by another wallet', async () => {
    const visitor = newVisitor();
    const ofPayer = await service.prove(newVisitor(), { wallet: payer, transactionHash });
    const elsewhere = await service.prove(visitor, { wallet: payer, transactionHash: newSignature() });
    const ofWallet = await service.prove(visitor, { wallet: payer });
    const thief = { ...newWallet(), address: payer.address };
    const forged = await service.prove(visitor, { wallet: thief, transactionHash });
    const invented = { ...ofPayer, proofId: crypto.randomUUID() };
    for (const proof of [ofPayer, elsewhere, ofWallet, forged, invented])
      expect(await refusal(visitor, proof)).toEqual({ status: 400, code: 'proof_invalid' });
    expect(await membersBy(transactionHash)).toEqual([]);
  });
});
