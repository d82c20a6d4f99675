import { issueRemovalProof } from '@naughty-list/contracts/payment-proofs';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { openRemovals } from './removals.ts';

const WALLET = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB';

const removals = closeAfterAll(await openRemovals());

const ask = (id: number, body: unknown) =>
  removals.service.send('POST', `/api/scammer-reports/${id}/payment-proof`, body);

it('a message names report, account, transaction, wallet and its end, and is another each time', async () => {
  const { id, username, uniqueBurnAddress } = await removals.newReport();
  const txHash = removals.newSignature();
  const input = { params: { id }, body: { txHash: ` ${txHash} `, wallet: WALLET } };
  const issued = await removals.service.as('payer').call(issueRemovalProof, input);
  const purpose = `report ${id} about @${username} (${uniqueBurnAddress})`;
  for (const named of [WALLET, txHash, purpose, issued.proofId.replaceAll('-', '')])
    expect(issued.message).toContain(named);
  expect(issued.message).toContain(`Expiration Time: ${issued.expiresAt.slice(0, 19)}Z`);
  const again = await removals.service.as('payer').call(issueRemovalProof, input);
  expect(again.proofId).not.toBe(issued.proofId);
});

it.each([
  [{ wallet: WALLET }, 'Transaction hash is required', 'invalid_input'],
  [
    { wallet: WALLET, txHash: 'abc' },
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
  expect(await ask(999_999, { txHash: removals.newSignature(), wallet: WALLET })).toMatchObject({
    status: 404,
  });
});
