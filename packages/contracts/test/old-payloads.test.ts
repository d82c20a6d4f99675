import { expect, it } from 'vitest';
import { applyBurnVerdictJob, verifyPaymentJob } from '../src/payment-jobs.ts';
import { recordVisitsJob } from '../src/visits.ts';

const id = 'removal_00000000-0000-4000-8000-000000000000';

it('a claim sent before reference keys and proofs existed is still read', () => {
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
  expect(verifyPaymentJob.payload.parse(payload)).toEqual(payload);
});

it('a verdict sent before memberships and proofs existed is still read', () => {
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

it('a batch sent before repeats were marked is still read', () => {
  const visit = {
    id: '00000000-0000-4000-8000-000000000001',
    at: '2026-11-22T06:00:00.000Z',
    pageUrl: '/?search=grinch',
    referrer: 'https://x.com/a?b',
    userAgent: null,
    ipAddress: '203.0.113.0',
  };
  const payload = { batchId: '00000000-0000-4000-8000-000000000002', visits: [visit] };
  expect(recordVisitsJob.payload.parse(payload)).toEqual(payload);
});
