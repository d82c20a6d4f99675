import { ApiCallError } from '@naughty-list/api-client/client';
import { expect, test } from 'vitest';
import { proofRefusal, proofRefusalOf } from './run.ts';

const WALLET = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

test('asks for a signature only if it would help', () => {
  const required = { reason: 'proof_required', payers: [WALLET], message: 'Sign.' };
  expect(proofRefusal(required)).toEqual({ payers: [WALLET], refusal: undefined });
  expect(proofRefusal({ ...required, reason: 'proof_mismatch' })).toEqual({
    payers: [WALLET],
    refusal: 'Sign.',
  });
  for (const reason of ['tx_failed', 'not_found', undefined, null])
    expect(proofRefusal({ ...required, reason })).toBeUndefined();
});

test('a payment that no wallet can sign for asks for no signature', () => {
  for (const reason of ['proof_required', 'proof_mismatch'])
    expect(proofRefusal({ reason, payers: [], message: 'No single wallet can prove it.' })).toBeUndefined();
});

test('ignores invalid payers; signing stays possible', () => {
  for (const payers of [undefined, 'nobody', [7]])
    expect(proofRefusal({ reason: 'proof_required', payers, message: null })?.payers).toEqual([]);
});

test('keeps the known payers when a signature is rejected', () => {
  const failed = (code: 'proof_invalid' | 'proof_expired' | 'not_found' | 'payment_refused', details = {}) =>
    proofRefusalOf(new ApiCallError('No.', { status: 400, code, details }), { payers: [WALLET] });
  expect(failed('proof_invalid')).toEqual({ payers: [WALLET], refusal: 'No.' });
  expect(failed('proof_expired')).toEqual({ payers: [WALLET], refusal: 'No.' });
  expect(failed('payment_refused', { reason: 'proof_required', payers: [WALLET] })).toEqual({
    payers: [WALLET],
    refusal: undefined,
  });
  expect(failed('payment_refused', { reason: 'proof_required', payers: [] })).toBeUndefined();
  expect(failed('payment_refused', { reason: 'tx_failed' })).toBeUndefined();
  expect(failed('not_found')).toBeUndefined();
  expect(proofRefusalOf(new Error('No.'), undefined)).toBeUndefined();
});

test.each(['memo_mismatch', 'memo_ambiguous'])(
  '%s can be signed for only if the server names its payers',
  (reason) => {
    const payers = ['1'.repeat(32)];
    expect(proofRefusal({ reason, payers, message: 'no' })).toEqual({ payers, refusal: undefined });
    expect(proofRefusal({ reason, message: 'no' })).toBeUndefined();
  },
);
