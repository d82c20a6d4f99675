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

const refused = (error: string, reason?: string) => ({ success: false, error, ...(reason && { reason }) });
const pending = {
  ...refused('Your transaction is being checked. This can take a minute; you may leave and come back.'),
  pending: true,
  verificationId: 'look_00000000-0000-4000-8000-000000000000',
};
const accepted = { outcome: 'accepted', amount: '1000000000001', decimals: 6 } as const;
const rejected = (code: string, message: string | null = null) =>
  ({ outcome: 'rejected', code, message }) as const;
const previews: Record<string, [Partial<ChainVerification>, answer: object]> = {
  accepted: [accepted, { success: true, amountBurned: 1_000_000.000001 }],
  'accepted, of which a wallet with a key got a part': [
    { ...accepted, sent: '600000000001' },
    { success: true, amountBurned: 1_000_000.000001, amountSent: 600_000.000001 },
  ],
  "rejected, with the verifier's text": [
    rejected('amount_below_minimum', 'Only 5 LIST were burned.'),
    refused('Only 5 LIST were burned.', 'amount_below_minimum'),
  ],
  'rejected without a text': [rejected('tx_failed'), refused('Unable to verify transaction.', 'tx_failed')],
  used: [
    rejected('already_used', 'x'),
    refused('This transaction has already been used. Each transaction can only be used once.'),
  ],
  'paid by another': [
    rejected('subject_already_paid', 'x'),
    refused('This report has already been removed.'),
  ],
  'not found yet': [
    { stage: 'received', code: 'not_found_yet' },
    refused('Transaction not found. Please wait a few moments for blockchain confirmation and try again.'),
  ],
  'found, not final': [{ stage: 'confirmed', code: 'not_finalized' }, pending],
  'undecided so far': [{ stage: 'received', code: 'provider_error' }, pending],
};
it.each(Object.entries(previews))('a preview that is %s', (_case, [changes, answer]) => {
  expect(previewAnswer(previewed(changes), { willFollow: false })).toEqual(answer);
});

it('a preview without a result is pending for clients that follow it', () => {
  const found = previewed({ stage: 'received', code: 'not_found_yet' });
  expect(previewAnswer(found, { willFollow: true })).toMatchObject({ success: false, pending: true });
});
