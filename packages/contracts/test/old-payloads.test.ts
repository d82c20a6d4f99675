import { expect, it } from 'vitest';
import { applyBurnVerdictJob, verifyBurnJob } from '../src/payment-jobs.ts';

const id = 'removal_00000000-0000-4000-8000-000000000000';

it('a claim that was sent before there were reference keys is still read', () => {
  const payload = {
    id,
    signature: '1'.repeat(64),
    demand: {
      subject: 'report:7',
      minimumTokens: '1000000',
      reference: 'LISTBURN007',
      notBefore: 1_700_000_000,
    },
    round: 0,
  };
  expect(verifyBurnJob.payload.parse(payload)).toEqual(payload);
});

it('a verdict that was sent before there were memberships is still read', () => {
  const payload = {
    id,
    outcome: 'accepted',
    code: null,
    message: null,
    amount: '1000000000000',
    decimals: 6,
    slot: 7,
    rules: [{ rule: 'amount', passed: true, seen: '1000000000000' }],
    round: 0,
  };
  expect(applyBurnVerdictJob.payload.parse(payload)).toEqual(payload);
});
