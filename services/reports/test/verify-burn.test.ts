import { submitReport } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeReport } from './remove-report.ts';
import { reportInput, startReports } from './running-service.ts';
import { signatureOf } from './verdicts.ts';

const service = closeAfterAll(await startReports());
const reportId = (await service.as('reporter').call(submitReport, { body: reportInput() })).id;

const preview = (body: unknown) => service.send('POST', '/api/verify-burn', body);

it.each(['abc', '0'.repeat(88), 'z'.repeat(88), '<script>', `${signatureOf(1)}1`])(
  'the hash %j is none',
  async (txHash) => {
    const { status, body } = await preview({ txHash, reportId });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: false,
        error: 'Invalid transaction hash. Please check your transaction hash format.',
      },
    });
  },
);

it.each([
  [{ reportId: 1 }, 'Transaction hash is required'],
  [{ txHash: '  ', reportId: 1 }, 'Transaction hash is required'],
  [
    { txHash: 'x'.repeat(201), reportId: 1 },
    'Invalid transaction hash. Please check your transaction hash format.',
  ],
  [{ txHash: signatureOf(1) }, undefined],
  [{ txHash: signatureOf(1), reportId: '1' }, undefined],
  [{ txHash: signatureOf(1), reportId: 1.5 }, undefined],
  [{ txHash: signatureOf(1), reportId: 2 ** 31 }, undefined],
])('%j is malformed', async (body, message) => {
  const answer = await preview(body);
  expect(answer.status).toBe(400);
  expect(answer.body.code).toBe('invalid_input');
  if (message) expect(answer.body.message).toBe(message);
});

it('an unknown report is 404', async () => {
  const { status, body } = await preview({ txHash: signatureOf(1), reportId: 999 });
  expect({ status, message: body.message }).toEqual({ status: 404, message: 'This report does not exist.' });
});

it('is 503 while the chain verifier is unavailable, with Retry-After', async () => {
  const { status, body, headers } = await preview({ txHash: signatureOf(1), reportId });
  expect(status).toBe(503);
  expect(body).toMatchObject({ message: 'Unable to verify transaction.', code: 'service_unavailable' });
  expect(headers.get('retry-after')).toBe('5');
  expect(
    (await service.send('GET', '/api/verifications/look_00000000-0000-4000-8000-000000000000')).status,
  ).toBe(503);
});

it.each([
  'removal_00000000-0000-4000-8000-000000000000',
  'look_1',
  'nonsense',
  "removal_' or 1=1",
  '%00',
  'x'.repeat(190),
])('the verification %j is unknown', async (id) => {
  expect(
    (await service.send('GET', `/api/verifications/${id.replace(/[ ']/g, encodeURIComponent)}`)).status,
  ).toBe(404);
});

describe('of a report that is removed', () => {
  const mine = signatureOf(2);
  beforeAll(async () => {
    const { db } = service.context;
    await db('removal_claims').insert({
      id: 'removal_00000000-0000-4000-8000-000000000001',
      report_id: reportId,
      signature: mine,
      status: 'removed',
      amount: '1000000000000',
      decimals: 6,
      due_at: new Date(),
    });
    await removeReport(db, reportId, mine);
  });

  it('the payment that removed it is reported as paid', async () => {
    expect((await preview({ txHash: mine, reportId })).body).toEqual({
      success: true,
      amountBurned: 1_000_000,
    });
  });
  it('any other is reported as already removed', async () => {
    expect((await preview({ txHash: signatureOf(3), reportId })).body).toEqual({
      success: false,
      error: 'This report has already been removed.',
    });
  });
});
