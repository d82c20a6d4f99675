import { type IssuedProof, issueRemovalProof } from '@naughty-list/contracts/payment-proofs';
import {
  accepted,
  type RequestPayload,
  rejected,
  signatureOf,
  walletOf,
} from '@naughty-list/payment-flow/test/verifier';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRemovals } from './removals.ts';

// A stub that knows one payer stands in for the judge, which is tested in the chain verifier.

const payer = walletOf(1);
const script = walletOf(2);

const judge = (asked: RequestPayload) => {
  const { provenWallet } = asked.demand;
  if (provenWallet === payer.address) return accepted(asked);
  const code = provenWallet === undefined ? 'proof_required' : 'proof_mismatch';
  return rejected(asked, code, `It is ${payer.address}'s.`, [payer.address]);
};

const removals = closeAfterAll(await openRemovals());
const { db } = removals.service.context;
beforeEach(() => removals.decideBy(judge));

type Wallet = ReturnType<typeof walletOf>;

async function issue(id: number, txHash: string, wallet: Wallet): Promise<IssuedProof> {
  const body = { txHash, wallet: wallet.address };
  const answer = await removals.service.send('POST', `/api/scammer-reports/${id}/payment-proof`, body);
  return answer.body as IssuedProof;
}

async function prove(id: number, txHash: string, wallet = payer) {
  const { proofId, message } = await issue(id, txHash, wallet);
  return { proofId, signature: wallet.sign(message) };
}

const claim = (id: number, txHash: string, proof?: unknown) => removals.send(id, { txHash, proof });
const newPayment = async () => ({ id: (await removals.newReport()).id, txHash: removals.newSignature() });
const REFUSED = (reason: string) => ({
  status: 422,
  body: { code: 'payment_refused', reason, payers: [payer.address] },
});

describe("a stranger's payment", () => {
  it('is refused to a script that pastes it first, and counts for its payer', async () => {
    const { id, txHash } = await newPayment();
    expect(await claim(id, txHash)).toMatchObject(REFUSED('proof_required'));
    expect(await claim(id, txHash, await prove(id, txHash, script))).toMatchObject(REFUSED('proof_mismatch'));
    expect(await removals.rowOf(id)).toMatchObject({ is_removed: false });
    expect(await claim(id, txHash, await prove(id, txHash))).toMatchObject({ status: 200 });
    expect(await removals.rowOf(id)).toMatchObject({ is_removed: true });
  });

  it('is not delayed by undecided claims of others', async () => {
    const { id, txHash } = await newPayment();
    removals.decideBy((asked) => (asked.demand.provenWallet === payer.address ? accepted(asked) : undefined));
    const send = (proof?: unknown) =>
      removals.hasty.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, { txHash, proof });
    expect(await send()).toMatchObject({ status: 202 });
    expect(await send(await prove(id, txHash, script))).toMatchObject({ status: 202 });
    expect(await claim(id, txHash, await prove(id, txHash))).toMatchObject({ status: 200 });
  });

  it('is its payer’s to use elsewhere when the report was deleted before the signature', async () => {
    const { id, txHash } = await newPayment();
    await removals.remove(id);
    const refused = await claim(id, txHash, await prove(id, txHash));
    expect(refused).toMatchObject({ status: 409, body: { code: 'report_already_removed' } });
    const other = await newPayment();
    expect(await claim(other.id, txHash, await prove(other.id, txHash))).toMatchObject({ status: 200 });
  });

  it('is not proven by a signature of something else, which leaves the message to be signed', async () => {
    const { id, txHash } = await newPayment();
    const proof = await prove(id, txHash);
    expect(await claim(id, txHash, { ...proof, signature: script.sign('x') })).toMatchObject({
      status: 400,
      body: { code: 'proof_invalid' },
    });
    expect(await claim(id, txHash, proof)).toMatchObject({ status: 200 });
  });
});

it('a message that names another site in our place proves nothing', async () => {
  const { id, txHash } = await newPayment();
  const { proofId, message } = await issue(id, txHash, payer);
  expect(message).toMatch(/^localhost wants you to sign in/);
  const relayed = payer.sign(message.replaceAll('localhost', 'look-alike.example'));
  expect(await claim(id, txHash, { proofId, signature: relayed })).toMatchObject({
    status: 400,
    body: { code: 'proof_invalid' },
  });
});

describe('a proof', () => {
  it('is kept with its claim, so that a sweep asks the same again', async () => {
    removals.decideBy(() => undefined);
    const { id, txHash } = await newPayment();
    const proof = await prove(id, txHash);
    await removals.hasty.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, { txHash, proof });
    expect(await db('removal_claims').where({ signature: txHash }).first()).toMatchObject({
      proven_wallet: payer.address,
      status: 'pending',
    });
    await expect
      .poll(() => removals.verifier.asked.at(-1)?.demand)
      .toMatchObject({ provenWallet: payer.address });
  });

  it('answers the same when its claim is sent again, and is used once', async () => {
    removals.decideBy(() => undefined);
    const { id, txHash } = await newPayment();
    const proof = await prove(id, txHash);
    const send = () =>
      removals.hasty.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, { txHash, proof });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first).toMatchObject({ status: 202 });
    expect(second.body).toEqual(first.body);
    const { verificationId } = first.body as { verificationId: string };
    await removals.verifier.sendVerdict(
      rejected({ id: verificationId, round: 0 }, 'not_found', 'Not found.'),
    );
    await removals.decidedAs(verificationId, 'refused');
    expect(await send()).toMatchObject({ status: 400, body: { code: 'proof_invalid' } });
    removals.decideBy(judge);
    expect(await claim(id, txHash, await prove(id, txHash))).toMatchObject({ status: 200 });
  });

  it('is for one report and one transaction', async () => {
    const [one, other] = [await newPayment(), await newPayment()];
    const proof = await prove(one.id, one.txHash);
    for (const [id, txHash] of [
      [other.id, one.txHash],
      [one.id, other.txHash],
    ] as const)
      expect(await claim(id, txHash, proof)).toMatchObject({ status: 400, body: { code: 'proof_invalid' } });
    expect(await claim(one.id, one.txHash, proof)).toMatchObject({ status: 200 });
  });

  it('expires', async () => {
    const { id, txHash } = await newPayment();
    const proof = await prove(id, txHash);
    await db('payment_proofs')
      .where({ id: proof.proofId })
      .update({ expires_at: new Date(0) });
    expect(await claim(id, txHash, proof)).toMatchObject({ status: 400, body: { code: 'proof_expired' } });
    expect(await db('removal_claims').where({ signature: txHash })).toEqual([]);
  });

  it.each([
    [
      'nothing that was issued',
      { proofId: '00000000-0000-4000-8000-000000000000', signature: 'x' },
      'proof_invalid',
    ],
    ['no id', { proofId: 'x', signature: 'x' }, 'invalid_input'],
    ['no signature', { proofId: '00000000-0000-4000-8000-000000000000', signature: '' }, 'invalid_input'],
  ])('of %s is refused', async (_case, proof, code) => {
    const { id } = await removals.newReport();
    expect(await claim(id, signatureOf(9_999), proof)).toMatchObject({ status: 400, body: { code } });
  });

  it('one payment of two claims removes the report, and both answers say so', async () => {
    removals.decideBy(() => undefined);
    const { id, txHash } = await newPayment();
    const [plain, proven] = [claim(id, txHash), claim(id, txHash, await prove(id, txHash))];
    await expect.poll(() => removals.verifier.asked.filter((one) => one.signature === txHash).length).toBe(2);
    const claims = removals.verifier.asked.filter((one) => one.signature === txHash);
    const first = claims.find(({ demand }) => demand.provenWallet) as RequestPayload;
    const second = claims.find(({ demand }) => !demand.provenWallet) as RequestPayload;
    await removals.verifier.sendVerdict(accepted(first));
    await removals.decidedAs(first.id, 'removed');
    await removals.verifier.sendVerdict(rejected(second, 'already_used', 'Used.'));
    expect(await plain).toMatchObject({ status: 200 });
    expect(await proven).toMatchObject({ status: 200 });
  });
});

describe('the message that a wallet signs', () => {
  const ask = (id: number, body: unknown) =>
    removals.service.send('POST', `/api/scammer-reports/${id}/payment-proof`, body);

  it('a message names report, account, transaction, wallet and its end, and is another each time', async () => {
    const { id, username, uniqueBurnAddress } = await removals.newReport();
    const txHash = removals.newSignature();
    const input = { params: { id }, body: { txHash: ` ${txHash} `, wallet: payer.address } };
    const issued = await removals.service.as('payer').call(issueRemovalProof, input);
    const purpose = `report ${id} about @${username} (${uniqueBurnAddress})`;
    for (const named of [payer.address, txHash, purpose, issued.proofId.replaceAll('-', '')])
      expect(issued.message).toContain(named);
    expect(issued.message).toContain(`Expiration Time: ${issued.expiresAt.slice(0, 19)}Z`);
    const again = await removals.service.as('payer').call(issueRemovalProof, input);
    expect(again.proofId).not.toBe(issued.proofId);
  });

  it.each([
    [{ wallet: payer.address }, 'Transaction hash is required', 'invalid_input'],
    [
      { wallet: payer.address, txHash: 'abc' },
      'Invalid transaction hash. Please check your transaction hash format.',
      'invalid_transaction_hash',
    ],
    [{ txHash: '1'.repeat(64) }, 'Please name the wallet that paid.', 'invalid_input'],
    [
      { txHash: '1'.repeat(64), wallet: 'Santa' },
      'This is not the address of a Solana wallet.',
      'invalid_input',
    ],
  ])('%j is answered 400: %s', async (body, message, code) => {
    const { id } = await removals.newReport();
    expect(await ask(id, body)).toMatchObject({ status: 400, body: { message, code } });
  });

  it('an address that no key belongs to cannot sign', async () => {
    const { id } = await removals.newReport();
    const answer = await ask(id, {
      txHash: removals.newSignature(),
      wallet: '11111111111111111111111111111111',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('an unknown report is answered 404', async () => {
    expect(await ask(999_999, { txHash: removals.newSignature(), wallet: payer.address })).toMatchObject({
      status: 404,
    });
  });
});
