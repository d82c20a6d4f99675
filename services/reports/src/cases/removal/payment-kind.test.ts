import type { ClaimVerdict } from '@naughty-list/payment-flow/claim-table';
import { claimEnd } from '@naughty-list/payment-flow/effect';
import { expect, it } from 'vitest';
import { accepted, rejected } from '../../../test/removals.ts';
import { removalPayment } from './payment-kind.ts';

const removalEnd = (verdict: ClaimVerdict, wasListed: boolean) =>
  claimEnd(removalPayment('1000000'), verdict, wasListed);
const claim = { id: 'removal_00000000-0000-4000-8000-000000000000', round: 0 };

it('an accepted payment removes the report that was listed', () => {
  expect(removalEnd(accepted(claim), true)).toEqual({ status: 'removed' });
});

it('an accepted payment for a report that was gone is refused, for a person to see', () => {
  expect(removalEnd(accepted(claim), false)).toEqual({
    status: 'refused',
    code: 'report_already_removed',
    message: 'This report has already been removed.',
  });
});

it('a rejected payment is refused with the verifier’s reason', () => {
  expect(removalEnd(rejected(claim, 'tx_failed', 'It failed.'), false)).toEqual({
    status: 'refused',
    code: 'tx_failed',
    message: 'It failed.',
  });
});

it('a rejection without a reason is one all the same', () => {
  const verdict = { ...rejected(claim, 'x', 'x'), code: null, message: null };
  expect(removalEnd(verdict, false)).toEqual({
    status: 'refused',
    code: 'rejected',
    message: 'Unable to verify transaction.',
  });
});
