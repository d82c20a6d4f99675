import { listBurns } from '@naughty-list/contracts/burns';
import { settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import { listReports, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { getVerification } from '@naughty-list/contracts/verifications';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRemovals } from './removals.ts';
import { reportInput } from './running-service.ts';
import { accepted, rejected, signatureOf } from './verdicts.ts';

const removals = closeAfterAll(await openRemovals());
beforeEach(() => removals.decideBy(accepted));

describe('an accepted burn', () => {
  it('takes the report off the list and out of the search, and is kept on it', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    expect(await removals.claim(report.id, ` ${signature} `)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const visitor = removals.service.as('visitor');
    const listed = await visitor.call(listReports, { query: {} });
    expect(listed.map(({ id }) => id)).not.toContain(report.id);
    expect(await visitor.call(searchReports, { query: { q: report.username } })).toEqual([]);
    expect(await removals.rowOf(report.id)).toMatchObject({
      is_removed: true,
      removal_tx_hash: signature,
      burn_transaction_hash: signature,
    });
  });

  it('keeps its post off the list for good; the account can be reported for something new', async () => {
    const report = await removals.newReport();
    await removals.claim(report.id, removals.newSignature());
    const { username } = report;
    const submit = (twitterUrl: string) =>
      removals.service.send('POST', submitReport.path, { ...reportInput({ username }), twitterUrl });
    const { pathname } = new URL(report.twitterUrl);
    const number = pathname.split('/').at(-1);
    for (const same of [
      report.twitterUrl,
      `https://mobile.twitter.com${pathname}/photo/1?s=20`,
      `https://x.com/${username}/statuses/00${number}`,
      `https://x.com/#!/${username}/status/${number}`,
    ])
      expect(await submit(same)).toMatchObject({ status: 409, body: { code: 'post_already_removed' } });
    const again = await submit(`https://x.com/${username}/status/77777`);
    expect([again.status, again.body.uniqueBurnAddress]).toEqual([201, expect.stringMatching(/^LISTBURN/)]);
    expect(again.body.uniqueBurnAddress).not.toBe(report.uniqueBurnAddress);
  });

  it('is in the history of burns, without a name', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    await removals.claim(report.id, signature);
    const { status, body } = await removals.service.send('GET', '/api/burns?limit=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ burns: [{ report: report.id, transactionHash: signature }] });
    expect(JSON.stringify(body)).not.toContain(report.username);
    const all = await removals.service.as('visitor').call(listBurns, { query: {} });
    expect(all.total).toBe(all.burns.length);
    const sum = all.burns.reduce((total, { amount }) => total + Number(amount), 0);
    expect(Number(all.totalAmount)).toBe(sum);
  });

  it('counts in the history of burns only with the burned amount', async () => {
    const history = () => removals.service.as('visitor').call(listBurns, { query: {} });
    const before = await history();
    const pay = async (sent: string) => {
      removals.decideBy((asked) => ({ ...accepted(asked), amount: '1000000000000', decimals: 6, sent }));
      const signature = removals.newSignature();
      await removals.claim((await removals.newReport()).id, signature);
      return signature;
    };
    const [partly, wholly] = [await pay('400000000000'), await pay('1000000000000')];
    const after = await history();
    expect(after.total).toBe(before.total + 1);
    expect(Number(after.totalAmount)).toBe(Number(before.totalAmount) + 600_000);
    expect(Number(after.sentAmount)).toBe(Number(before.sentAmount) + 1_400_000);
    expect(after.burns.find(({ transactionHash }) => transactionHash === partly)?.amount).toBe('600000');
    expect(after.burns.map(({ transactionHash }) => transactionHash)).not.toContain(wholly);
  });

  it('is demanded with the report’s reference, price and time', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    await removals.claim(report.id, signature);
    expect(removals.verifier.asked.at(-1)).toMatchObject({
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

  it('is verified under the request’s id, which connects the logs', async () => {
    const { id } = await removals.newReport();
    const body = { txHash: removals.newSignature() };
    const headers = { 'x-request-id': 'request-of-the-payer' };
    await removals.service.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, body, headers);
    expect(removals.verifier.asked.at(-1)?.requestId).toBe('request-of-the-payer');
  });

  it('answers the same when it is claimed again', async () => {
    const report = await removals.newReport();
    const signature = removals.newSignature();
    await removals.claim(report.id, signature);
    const asked = removals.verifier.asked.length;
    expect(await removals.claim(report.id, signature)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(removals.verifier.asked).toHaveLength(asked);
  });
});

describe('a refused burn', () => {
  it('that was used is 409', async () => {
    removals.decideBy((asked) => rejected(asked, 'already_used', 'used'));
    const { status, body } = await removals.send((await removals.newReport()).id, {
      txHash: removals.newSignature(),
    });
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        message: 'This transaction has already been used. Each transaction can only be used once.',
        code: 'transaction_already_used',
      },
    });
  });

  it('for any other reason is 422 with the reason, and leaves the report listed', async () => {
    removals.decideBy((asked) => rejected(asked, 'amount_below_minimum', 'Only 5 LIST were burned.'));
    const report = await removals.newReport();
    const { status, body } = await removals.send(report.id, { txHash: removals.newSignature() });
    expect({ status, body }).toEqual({
      status: 422,
      body: { message: 'Only 5 LIST were burned.', code: 'payment_refused', reason: 'amount_below_minimum' },
    });
    expect((await removals.rowOf(report.id)).is_removed).toBe(false);
  });

  it('does not stand in the way of the same payment claimed again', async () => {
    removals.decideBy((asked) => rejected(asked, 'not_found', 'not there'));
    const report = await removals.newReport();
    const signature = removals.newSignature();
    expect((await removals.send(report.id, { txHash: signature })).status).toBe(422);
    removals.decideBy(accepted);
    expect((await removals.send(report.id, { txHash: signature })).status).toBe(200);
  });

  it('for a report that another payment removed is 409', async () => {
    removals.decideBy((asked) => rejected(asked, 'subject_already_paid', 'paid'));
    const { status, body } = await removals.send((await removals.newReport()).id, {
      txHash: removals.newSignature(),
    });
    expect({ status, body }).toEqual({
      status: 409,
      body: { message: 'This report has already been removed.', code: 'report_already_removed' },
    });
  });

  it('is not verified if the report is gone', async () => {
    const report = await removals.newReport();
    await removals.claim(report.id, removals.newSignature());
    const asked = removals.verifier.asked.length;
    const { status, body } = await removals.send(report.id, { txHash: removals.newSignature() });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'report_already_removed' });
    expect(removals.verifier.asked).toHaveLength(asked);
  });
});

describe('a slow verdict', () => {
  it('is 202 at once for clients that follow it', async () => {
    removals.decideBy(() => undefined);
    const { id } = await removals.newReport();
    const path = `/api/scammer-reports/${id}/remove-by-burn`;
    const body = { txHash: removals.newSignature() };
    const sent = await removals.service.send('POST', path, body, { prefer: 'respond-async' });
    expect(sent).toMatchObject({ status: 202, body: { success: false, pending: true } });
    await removals.verifier.sendVerdict(accepted({ id: String(sent.body.verificationId), round: 0 }));
    await removals.decidedAs(String(sent.body.verificationId), 'removed');
  });

  it('is answered 202 with an id to follow, until it is done', async () => {
    removals.decideBy(() => undefined);
    const report = await removals.newReport();
    const signature = removals.newSignature();
    const path = `/api/scammer-reports/${report.id}/remove-by-burn`;
    const { status, body } = await removals.hasty.send('POST', path, { txHash: signature });
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
    const follow = () => removals.service.as('payer').call(getVerification, { params: { id } });
    expect(await follow()).toMatchObject({ id, signature, stage: 'received', outcome: 'pending' });
    await removals.accept(id);
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

  it('wakes the waiting requests', async () => {
    const { report, signature, id } = await removals.pendingClaim();
    const waiting = [removals.claim(report.id, signature), removals.claim(report.id, signature)];
    await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  });

  it('shows a refusal to clients that follow it', async () => {
    const { id } = await removals.pendingClaim();
    await removals.refuse(id);
    const followed = await removals.service.as('payer').call(getVerification, { params: { id } });
    expect(followed).toMatchObject({
      stage: 'done',
      outcome: 'rejected',
      code: 'no_burn_of_mint',
      message: 'No LIST was burned.',
    });
  });
});

describe('an invalid request makes no claim:', () => {
  const required = ['Transaction hash is required', 'invalid_input'];
  const invalid = 'Invalid transaction hash. Please check your transaction hash format.';
  const malformed = [invalid, 'invalid_transaction_hash'];
  it.each([
    [{}, required],
    [{ txHash: '' }, required],
    [{ txHash: '   ' }, required],
    [{ txHash: 7 }, required],
    [{ txHash: null }, required],
    [{ txHash: 'x'.repeat(201) }, [invalid, 'invalid_input']],
    [{ txHash: 'abc' }, malformed],
    [{ txHash: '0'.repeat(88) }, malformed],
    [{ txHash: 'z'.repeat(88) }, malformed],
    [{ txHash: `${signatureOf(1)}\u0000` }, malformed],
  ])('%j', async (body, [message, code]) => {
    const answer = await removals.send((await removals.newReport()).id, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message, code });
    expect(await removals.service.context.db('removal_claims').where({ signature: 'abc' })).toEqual([]);
  });

  it('an unknown report is 404', async () => {
    const { status, body } = await removals.send(2_147_483_647, { txHash: removals.newSignature() });
    expect({ status, body }).toEqual({
      status: 404,
      body: { message: 'This report does not exist.', code: 'not_found' },
    });
  });
  it.each(['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', '1e3', '0x1', '%00'])(
    'a report called %j is 404',
    async (id) => {
      expect((await removals.send(id, { txHash: removals.newSignature() })).status).toBe(404);
    },
  );
});

describe('a payment that the watcher found', () => {
  const claimsOf = (signature: string) => removals.service.context.db('removal_claims').where({ signature });

  it('removes its report without a pasted hash', async () => {
    const { id, uniqueBurnAddress: reference } = await removals.newReport();
    const signature = Signature.parse(removals.newSignature());
    await removals.service.context.queues.add(settleReportPaymentJob, { reference, signature });
    while (!(await removals.rowOf(id)).is_removed) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await claimsOf(signature)).toMatchObject([{ status: 'removed' }]);
  });

  it('is claimed once, however often it is found, and joined by a pasted hash', async () => {
    const { id, uniqueBurnAddress: reference } = await removals.newReport();
    const signature = removals.newSignature();
    removals.decideBy(() => undefined);
    const claims = await Promise.all([1, 2, 3, 4].map(() => removals.found(reference, signature)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    const path = `/api/scammer-reports/${id}/remove-by-burn`;
    const { body } = await removals.hasty.send('POST', path, { txHash: signature });
    expect(claims).toContain(body.verificationId);
  });

  it('is ignored if the reference has no report, or its report is already removed', async () => {
    const { id, uniqueBurnAddress: reference } = await removals.newReport();
    await removals.claim(id, removals.newSignature());
    const signature = removals.newSignature();
    expect(await removals.found(reference, signature)).toBeUndefined();
    expect(await removals.found('LISTBURN999999', signature)).toBeUndefined();
    expect(await claimsOf(signature)).toEqual([]);
  });
});
