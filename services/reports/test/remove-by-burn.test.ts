import { removeByBurn } from '@naughty-list/contracts/removal';
import { listReports, type Report, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { getVerification } from '@naughty-list/contracts/verifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startJobs } from '../src/jobs/index.ts';
import { type RunningService, reportInput, startReports } from './running-service.ts';
import {
  type Asked,
  accepted,
  openVerdictDesk,
  rejected,
  signatureOf,
  type Told,
  type VerdictDesk,
} from './verdicts.ts';

// Two processes on one database: one waits for verdicts longer than any of them takes, the other not at all.
let service: RunningService;
let hasty: RunningService;
let desk: VerdictDesk;
let decide: (asked: Asked) => Told | undefined = accepted;
let reports = 0;
let signatures = 0;

beforeAll(async () => {
  service = await startReports({ VERIFY_WAIT_MS: '50000', CLAIM_SWEEP_AFTER_MS: '3600000' });
  const { DATABASE_URL, QUEUE_URL } = service.context.config;
  hasty = await startReports({ VERIFY_WAIT_MS: '0', CLAIM_SWEEP_AFTER_MS: '3600000' }, DATABASE_URL);
  await startJobs(service.context);
  desk = await openVerdictDesk(QUEUE_URL, (asked) => decide(asked));
});
beforeEach(() => {
  decide = accepted;
});
afterAll(async () => {
  await desk.close();
  await hasty.stop();
  await service.stop();
});

const newReport = (): Promise<Report> =>
  service.as('reporter').call(submitReport, { body: reportInput({ username: `villain${++reports}` }) });
const newSignature = () => signatureOf(++signatures);
const claim = (id: number, txHash: string) =>
  service.as('payer').callFull(removeByBurn, { params: { id }, body: { txHash } });
const send = (id: number | string, body: unknown) =>
  service.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, body);
const rowOf = (id: number) => service.context.db('scammer_reports').where({ id }).first();
const pendingClaim = async () => {
  decide = () => undefined;
  const report = await newReport();
  const signature = newSignature();
  const input = { params: { id: report.id }, body: { txHash: signature } };
  const { verificationId } = await hasty.as('payer').call(removeByBurn, input);
  return { report, signature, id: String(verificationId) };
};
const listed = async () => Number((await service.context.db('list_state').first()).listed);
const until = async (what: () => Promise<boolean>) => {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const decidedAs = (id: string, status: string) =>
  until(async () => (await service.context.db('removal_claims').where({ id }).first()).status === status);

describe('an accepted burn', () => {
  it('takes the report off the list and out of the search, and is kept on it', async () => {
    const report = await newReport();
    const signature = newSignature();
    expect(await claim(report.id, ` ${signature} `)).toMatchObject({ status: 200, body: { success: true } });
    const visitor = service.as('visitor');
    const listed = await visitor.call(listReports, { query: {} });
    expect(listed.map(({ id }) => id)).not.toContain(report.id);
    expect(await visitor.call(searchReports, { query: { q: report.username } })).toEqual([]);
    expect(await rowOf(report.id)).toMatchObject({
      is_removed: true,
      removal_tx_hash: signature,
      burn_transaction_hash: signature,
    });
  });

  it('is asked for with the report’s reference, price and time', async () => {
    const report = await newReport();
    const signature = newSignature();
    await claim(report.id, signature);
    expect(desk.asked.at(-1)).toMatchObject({
      signature,
      round: 0,
      demand: {
        subject: `report:${report.id}`,
        minimumTokens: '1000000',
        reference: report.uniqueBurnAddress,
        notBefore: Math.floor(Date.parse(report.reportedAt) / 1000),
      },
    });
  });

  it('is asked for under the request’s id, so that logs can be read together', async () => {
    const { id } = await newReport();
    const body = { txHash: newSignature() };
    const headers = { 'x-request-id': 'request-of-the-payer' };
    await service.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, body, headers);
    expect(desk.asked.at(-1)?.requestId).toBe('request-of-the-payer');
  });

  it('answers the same when it is claimed again', async () => {
    const report = await newReport();
    const signature = newSignature();
    await claim(report.id, signature);
    const asked = desk.asked.length;
    expect(await claim(report.id, signature)).toMatchObject({ status: 200, body: { success: true } });
    expect(desk.asked).toHaveLength(asked);
  });

  it('frees the username for a new report with a new reference', async () => {
    const report = await newReport();
    await claim(report.id, newSignature());
    const again = await service
      .as('reporter')
      .call(submitReport, { body: reportInput({ username: report.username }) });
    expect(again.id).not.toBe(report.id);
    expect(again.uniqueBurnAddress).not.toBe(report.uniqueBurnAddress);
  });
});

describe('a refused burn', () => {
  it('that was used is 409', async () => {
    decide = (asked) => rejected(asked, 'already_used', 'used');
    const { status, body } = await send((await newReport()).id, { txHash: newSignature() });
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        message: 'This transaction has already been used. Each transaction can only be used once.',
        code: 'transaction_already_used',
      },
    });
  });

  it('for any other reason is 422 with the reason, and leaves the report listed', async () => {
    decide = (asked) => rejected(asked, 'amount_below_minimum', 'Only 5 LIST were burned.');
    const report = await newReport();
    const { status, body } = await send(report.id, { txHash: newSignature() });
    expect({ status, body }).toEqual({
      status: 422,
      body: { message: 'Only 5 LIST were burned.', code: 'payment_refused', reason: 'amount_below_minimum' },
    });
    expect((await rowOf(report.id)).is_removed).toBe(false);
  });

  it('does not stand in the way of the same payment claimed again', async () => {
    decide = (asked) => rejected(asked, 'not_found', 'not there');
    const report = await newReport();
    const signature = newSignature();
    expect((await send(report.id, { txHash: signature })).status).toBe(422);
    decide = accepted;
    expect((await send(report.id, { txHash: signature })).status).toBe(200);
  });

  it('for a report that another payment removed is 409', async () => {
    decide = (asked) => rejected(asked, 'subject_already_paid', 'paid');
    const { status, body } = await send((await newReport()).id, { txHash: newSignature() });
    expect({ status, body }).toEqual({
      status: 409,
      body: { message: 'This report has already been removed.', code: 'report_already_removed' },
    });
  });

  it('is not even asked for when the report is gone', async () => {
    const report = await newReport();
    await claim(report.id, newSignature());
    const asked = desk.asked.length;
    const { status, body } = await send(report.id, { txHash: newSignature() });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'report_already_removed' });
    expect(desk.asked).toHaveLength(asked);
  });
});

describe('a verdict that takes its time', () => {
  it('is answered 202 with an id to follow, until it is done', async () => {
    decide = () => undefined;
    const report = await newReport();
    const signature = newSignature();
    const path = `/api/scammer-reports/${report.id}/remove-by-burn`;
    const { status, body } = await hasty.send('POST', path, { txHash: signature });
    expect({ status, body }).toEqual({
      status: 202,
      body: {
        success: false,
        pending: true,
        verificationId: expect.stringMatching(/^removal_[0-9a-f-]{36}$/),
        message: 'Your transaction is being checked. This can take a minute; you may leave and come back.',
      },
    });
    const id = String(body.verificationId);
    const follow = () => service.as('payer').call(getVerification, { params: { id } });
    expect(await follow()).toMatchObject({ id, signature, stage: 'received', outcome: 'pending' });
    await desk.tell(accepted({ id, round: 0 }));
    await decidedAs(id, 'removed');
    expect(await follow()).toEqual({
      id,
      signature,
      stage: 'done',
      outcome: 'accepted',
      code: null,
      message: null,
      amountBurned: 1_000_000.5,
      rules: [{ rule: 'succeeded', passed: true, seen: 'yes' }],
      slot: 7,
    });
  });

  it('wakes those who wait for it', async () => {
    const { report, signature, id } = await pendingClaim();
    const waiting = [claim(report.id, signature), claim(report.id, signature)];
    await desk.tell(accepted({ id, round: 0 }));
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  });

  it('shows a refusal to those who follow it', async () => {
    const { id } = await pendingClaim();
    await desk.tell(rejected({ id, round: 0 }, 'no_burn_of_mint', 'No LIST was burned.'));
    await decidedAs(id, 'refused');
    const followed = await service.as('payer').call(getVerification, { params: { id } });
    expect(followed).toMatchObject({
      stage: 'done',
      outcome: 'rejected',
      code: 'no_burn_of_mint',
      message: 'No LIST was burned.',
    });
  });
});

describe('what is not worth a claim', () => {
  it.each([
    [{}, 'Transaction hash is required', 'invalid_input'],
    [{ txHash: '' }, 'Transaction hash is required', 'invalid_input'],
    [{ txHash: '   ' }, 'Transaction hash is required', 'invalid_input'],
    [{ txHash: 7 }, 'Transaction hash is required', 'invalid_input'],
    [{ txHash: null }, 'Transaction hash is required', 'invalid_input'],
    [
      { txHash: 'x'.repeat(201) },
      'Invalid transaction hash. Please check your transaction hash format.',
      'invalid_input',
    ],
    [
      { txHash: 'abc' },
      'Invalid transaction hash. Please check your transaction hash format.',
      'invalid_transaction_hash',
    ],
    [
      { txHash: '0'.repeat(88) },
      'Invalid transaction hash. Please check your transaction hash format.',
      'invalid_transaction_hash',
    ],
    [
      { txHash: 'z'.repeat(88) },
      'Invalid transaction hash. Please check your transaction hash format.',
      'invalid_transaction_hash',
    ],
    [
      { txHash: `${signatureOf(1)}\u0000` },
      'Invalid transaction hash. Please check your transaction hash format.',
      'invalid_transaction_hash',
    ],
  ])('%j', async (body, message, code) => {
    const answer = await send((await newReport()).id, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message, code });
    expect(await service.context.db('removal_claims').where({ signature: 'abc' })).toEqual([]);
  });

  it('an unknown report is 404', async () => {
    const { status, body } = await send(2_147_483_647, { txHash: newSignature() });
    expect({ status, body }).toEqual({
      status: 404,
      body: { message: 'This report does not exist.', code: 'not_found' },
    });
  });
  it.each(['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', '1e3', '0x1', '%00'])(
    'a report called %j is 404',
    async (id) => {
      expect((await send(id, { txHash: newSignature() })).status).toBe(404);
    },
  );
});

describe('verdicts in odd order', () => {
  it('the same verdict twice takes effect once', async () => {
    const { report, id } = await pendingClaim();
    await desk.tell(accepted({ id, round: 0 }));
    await desk.tell(accepted({ id, round: 1 }));
    await decidedAs(id, 'removed');
    const before = await listed();
    await desk.tell(accepted({ id, round: 2 }));
    await settled();
    expect(await listed()).toBe(before);
    expect((await rowOf(report.id)).is_removed).toBe(true);
  });

  it('a rejection after the removal changes nothing', async () => {
    const { report, id } = await pendingClaim();
    await desk.tell(accepted({ id, round: 0 }));
    await decidedAs(id, 'removed');
    await desk.tell(rejected({ id, round: 1 }, 'not_found', 'late'));
    await settled();
    expect(await service.context.db('removal_claims').where({ id }).first()).toMatchObject({
      status: 'removed',
    });
    expect((await rowOf(report.id)).is_removed).toBe(true);
  });

  it('a verdict for a claim that nobody made is passed over', async () => {
    const before = await listed();
    await desk.tell(accepted({ id: 'removal_00000000-0000-4000-8000-000000000000', round: 0 }));
    await settled();
    expect(await listed()).toBe(before);
  });

  it('a verdict that was there before anybody waited is answered at once', async () => {
    const { report, signature, id } = await pendingClaim();
    await desk.tell(accepted({ id, round: 0 }));
    await decidedAs(id, 'removed');
    expect((await claim(report.id, signature)).status).toBe(200);
  });

  it('an accepted payment for a report that is gone by then ends the claim without touching the report', async () => {
    const { report, id } = await pendingClaim();
    await service.context
      .db('scammer_reports')
      .where({ id: report.id })
      .update({ is_removed: true, removal_tx_hash: 'another' });
    await desk.tell(accepted({ id, round: 0 }));
    await decidedAs(id, 'refused');
    expect((await rowOf(report.id)).removal_tx_hash).toBe('another');
    expect(await service.context.db('removal_claims').where({ id }).first()).toMatchObject({
      code: 'report_already_removed',
      message: 'This report has already been removed.',
    });
  });

  /** A verdict told now is handled after those told before: its own claim shows that they were. */
  async function settled(): Promise<void> {
    const { id } = await pendingClaim();
    await desk.tell(accepted({ id, round: 0 }));
    await decidedAs(id, 'removed');
  }
});

describe('many at once', () => {
  it('100 claims of one payment for one report are one claim', async () => {
    const report = await newReport();
    const signature = newSignature();
    const answers = await Promise.all(Array.from({ length: 100 }, () => claim(report.id, signature)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await service.context.db('removal_claims').where({ signature })).toHaveLength(1);
  });

  it('100 claims of one payment over 20 reports remove the one that it is accepted for', async () => {
    const twenty = await Promise.all(Array.from({ length: 20 }, newReport));
    const signature = newSignature();
    let winner: string | undefined;
    decide = (asked) => {
      winner ??= asked.id;
      return asked.id === winner ? accepted(asked) : rejected(asked, 'already_used', 'used');
    };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => send(twenty[index % 20]?.id ?? 0, { txHash: signature })),
    );
    const removed = await service.context
      .db('scammer_reports')
      .whereIn(
        'id',
        twenty.map(({ id }) => id),
      )
      .andWhere({ is_removed: true });
    expect(removed).toHaveLength(1);
    const outcomes = Map.groupBy(answers, ({ status }) => status);
    expect(outcomes.get(200)).toHaveLength(5);
    for (const { body } of outcomes.get(409) ?? []) expect(body.code).toBe('transaction_already_used');
  });

  it('100 payments for one report remove it once', async () => {
    const report = await newReport();
    const before = await listed();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(report.id, { txHash: newSignature() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await listed()).toBe(before - 1);
  });
});
