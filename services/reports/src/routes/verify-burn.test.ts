import { Signature } from '@naughty-list/contracts/primitives';
import type { ChainVerification } from '@naughty-list/contracts/verifications';
import { expect, it } from 'vitest';
import { previewAnswer } from './verify-burn.ts';

const previewed = (changes: Partial<ChainVerification>): ChainVerification => ({
  id: 'look_00000000-0000-4000-8000-000000000000',
  signature: Signature.parse('1'.repeat(64)),
  stage: 'judged',
  outcome: 'pending',
  code: null,
  message: null,
  amount: null,
  decimals: null,
  slot: null,
  rules: [],
  ...changes,
});

it.each<[string, Partial<ChainVerification>, object]>([
  [
    'accepted',
    { outcome: 'accepted', amount: '1000000000001', decimals: 6 },
    { success: true, amountBurned: 1_000_000.000001 },
  ],
  [
    'accepted, of which a wallet with a key got a part',
    { outcome: 'accepted', amount: '1000000000001', sent: '600000000001', decimals: 6 },
    { success: true, amountBurned: 1_000_000.000001, amountSent: 600_000.000001 },
  ],
  [
    "rejected, with the verifier's text",
    { outcome: 'rejected', code: 'amount_below_minimum', message: 'Only 5 LIST were burned.' },
    { success: false, error: 'Only 5 LIST were burned.', reason: 'amount_below_minimum' },
  ],
  [
    'rejected without a text',
    { outcome: 'rejected', code: 'tx_failed' },
    { success: false, error: 'Unable to verify transaction.', reason: 'tx_failed' },
  ],
  [
    'used',
    { outcome: 'rejected', code: 'already_used', message: 'x' },
    {
      success: false,
      error: 'This transaction has already been used. Each transaction can only be used once.',
    },
  ],
  [
    'paid by another',
    { outcome: 'rejected', code: 'subject_already_paid', message: 'x' },
    { success: false, error: 'This report has already been removed.' },
  ],
  [
    'not found yet',
    { stage: 'received', code: 'not_found_yet' },
    {
      success: false,
      error: 'Transaction not found. Please wait a few moments for blockchain confirmation and try again.',
    },
  ],
  [
    'found, not final',
    { stage: 'confirmed', code: 'not_finalized' },
    {
      success: false,
      pending: true,
      verificationId: 'look_00000000-0000-4000-8000-000000000000',
      error: 'Your transaction is being checked. This can take a minute; you may leave and come back.',
    },
  ],
  [
    'undecided so far',
    { stage: 'received', code: 'provider_error' },
    {
      success: false,
      pending: true,
      verificationId: 'look_00000000-0000-4000-8000-000000000000',
      error: 'Your transaction is being checked. This can take a minute; you may leave and come back.',
    },
  ],
])('a preview that is %s', (_case, changes, answer) => {
  expect(previewAnswer(previewed(changes), { willFollow: false })).toEqual(answer);
});

it('a preview without a result is pending for clients that follow it', () => {
  const found = previewed({ stage: 'received', code: 'not_found_yet' });
  expect(previewAnswer(found, { willFollow: true })).toMatchObject({ success: false, pending: true });
});
