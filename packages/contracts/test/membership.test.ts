import { describe, expect, it } from 'vitest';
import { failureNotice, membershipTexts, refusalNotice } from '../src/membership.ts';

const FEE = '750000';

describe('the notice about a refusal', () => {
  it.each([
    [
      'Transaction not found on chain',
      'Transaction not found. Please wait a few moments for blockchain confirmation and try again.',
    ],
    [
      'This has already been used',
      'This transaction has already been used. Each transaction can only be used once.',
    ],
    [
      'Invalid amount: 5',
      'Invalid token amount. Please send exactly 750,000 LIST tokens to the burn address.',
    ],
    ['Something else.', 'Something else.'],
    ['', 'Transaction verification failed.'],
    [undefined, 'Transaction verification failed.'],
  ])('%j', (message, notice) => expect(refusalNotice(message, FEE)).toBe(notice));
});

describe('the notice about a call that failed', () => {
  it.each([
    [
      'Transaction not found',
      'Transaction not found. Please ensure the transaction has been confirmed on the blockchain.',
    ],
    [membershipTexts.invalidHash, 'Invalid transaction hash. Please check your transaction hash format.'],
    [
      'It has already been used',
      'This transaction has already been used for another alpha group membership.',
    ],
    [
      'insufficient amount',
      'Transaction amount is insufficient. You need to send exactly 750,000 LIST tokens.',
    ],
    ['503: try later', '503: try later'],
    [undefined, 'Please check your transaction hash and try again.'],
  ])('%j', (message, notice) => expect(failureNotice(message, FEE)).toBe(notice));
});

it('shows the fee that is set', () => {
  expect(membershipTexts.invalidAmount('1500000')).toContain('exactly 1,500,000 LIST');
  expect(membershipTexts.insufficientAmount('1500000')).toContain('exactly 1,500,000 LIST');
});
