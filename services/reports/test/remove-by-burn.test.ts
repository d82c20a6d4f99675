import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { listBurns } from '@naughty-list/contracts/burns';
import { settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import { listReports, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { getVerification, type Verification } from '@naughty-list/contracts/verifications';
import { sweepClaims } from '@naughty-list/payment-flow/sweep';
import { accepted, rejected, signatureOf } from '@naughty-list/payment-flow/test/verifier';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeReport } from './past-operations.ts';
import { openRemovals, type Removals } from './removals.ts';
import { reportInput, SECRET, startReports } from './running-service.ts';

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
    expect((await visitor.call(listReports, { query: {} })).map(({ id }) => id)).not.toContain(report.id);
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
  const claimNew = async () => {
    const { id } = await removals.newReport();
    return removals.send(id, { txHash: removals.newSignature() });
  };

  it('that was used is 409, and names the report that it removed, if any', async () => {
    const { id: removedReport } = await removals.newReport();
    const txHash = removals.newSignature();
    await removals.claim(removedReport, txHash);
    removals.decideBy((asked) => rejected(asked, 'already_used', 'used'));
    const { status, body } = await claimNew();
    const refused = {
      message: 'This transaction has already been used. Each transaction can only be used once.',
      code: 'transaction_already_used',
    };
    expect({ status, body }).toEqual({ status: 409, body: refused });
    const { id } = await removals.newReport();
    expect((await removals.send(id, { txHash })).body).toEqual({ ...refused, removedReport });
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
    const { status, body } = await claimNew();
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
    expect(await removals.service.as('payer').call(getVerification, { params: { id } })).toMatchObject({
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

  it('is ignored if the reference has no report', async () => {
    const signature = removals.newSignature();
    expect(await removals.found('LISTBURN999999', signature)).toBeUndefined();
    expect(await claimsOf(signature)).toEqual([]);
  });

  it('is one credit, however often it is found, if its report is already removed', async () => {
    const { id, uniqueBurnAddress: reference } = await removals.newReport();
    const first = removals.newSignature();
    await removals.claim(id, first);
    const signature = removals.newSignature();
    await removals.decidedAs(String(await removals.found(reference, signature)), 'refused');
    expect(await removals.found(reference, signature)).toBeUndefined();
    expect(await claimsOf(signature)).toMatchObject([{ status: 'refused', amount: '1000000500000' }]);
    expect(await removals.rowOf(id)).toMatchObject({ removal_tx_hash: first });
  });
});

const signed = signedFetch(SECRET, 'gateway');

const follow = (id: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  signed(`${removals.service.baseUrl}/api/verifications/${id}/events`, {
    headers,
    ...(signal ? { signal } : {}),
  });

/** The data of every event up to the end of the stream. */
const eventsIn = (text: string): Verification[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(String(data)));

it('shows a claim as it is, and its end, and then ends', async () => {
  const { id } = await removals.pendingClaim();
  const answer = await follow(id);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const text = answer.text();
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  expect(eventsIn(await text).map(({ stage, outcome }) => [stage, outcome])).toEqual([
    ['received', 'pending'],
    ['done', 'accepted'],
  ]);
  expect(await text).toMatch(/\nid: last\ndata: \{[^\n]*\}\n\n$/);
});

it('a claim that is decided is one event; asked again after the last one there is nothing more', async () => {
  const { id } = await removals.pendingClaim();
  await removals.refuse(id, 'tx_failed', 'It failed.');
  const again = await follow(id);
  expect(eventsIn(await again.text())).toMatchObject([{ outcome: 'rejected', message: 'It failed.' }]);
  expect((await follow(id, { 'last-event-id': 'last' })).status).toBe(204);
});

it('exposes no other verification', async () => {
  for (const id of ['removal_00000000-0000-4000-8000-000000000000', 'nonsense'])
    expect((await follow(id)).status).toBe(404);
});

it('shows a claim to many at once, and leaves limits per client to the gateway', async () => {
  const { id } = await removals.pendingClaim();
  const from = { 'x-client-id': 'curious' };
  const open = await Promise.all(Array.from({ length: 100 }, () => follow(id, from)));
  expect(open.map(({ status }) => status)).toEqual(Array(100).fill(200));
  const texts = open.map((answer) => answer.text());
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  for (const text of await Promise.all(texts)) {
    expect(eventsIn(text).map(({ outcome }) => outcome)).toEqual(['pending', 'accepted']);
  }
});

describe('a preview', async () => {
  const service = closeAfterAll(await startReports());
  const reportId = (await service.report()).id;

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
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: 'This report does not exist.',
    });
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
});

describe.each(queueKinds)('with jobs in %s', (kind) => {
  let place: QueuePlace;
  let removals: Removals;

  beforeAll(async () => {
    place = await createQueuePlace(kind);
    removals = await openRemovals({ QUEUE_URL: place.url });
  });
  afterAll(async () => {
    await removals.stop();
    await place.drop();
  });

  it('a claim that stays undecided is sent again, and takes effect once', async () => {
    const { id, report } = await removals.pendingClaim();
    await removals.verifier.over(id);
    removals.decideBy(accepted);
    const { db, queues, paymentKind, log } = removals.service.context;
    await db('removal_claims')
      .where({ id })
      .update({ due_at: new Date(0) });
    expect(await sweepClaims({ db, queues, log }, paymentKind, 1)).toBe(1);
    await removals.decidedAs(id, 'removed');
    expect((await removals.rowOf(report.id)).is_removed).toBe(true);
  });
});

/** The verifier's state of a preview that has just begun. */
const received = {
  stage: 'received',
  outcome: 'pending',
  code: null,
  message: null,
  amount: null,
  decimals: null,
  slot: null,
  rules: [],
};

type Begun = { id: string; signature: string };

it('a stopping process answers waiting requests instead of waiting with them', async () => {
  // A chain verifier that never finishes.
  const called = Promise.withResolvers<void>();
  let begun: Begun | undefined;
  const verifier = createServer(async (request, response) => {
    if (request.method === 'POST') begun = (await json(request)) as Begun;
    else called.resolve();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...received, id: begun?.id, signature: begun?.signature }));
  });
  await new Promise<void>((resolve) => verifier.listen(0, '127.0.0.1', resolve));
  const { port } = verifier.address() as AddressInfo;
  const service = await startReports({
    VERIFY_WAIT_MS: '50000',
    CHAIN_VERIFIER_URL: `http://127.0.0.1:${port}`,
  });
  const { id } = await service.report();
  const claiming = service.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, {
    txHash: signatureOf(1),
  });
  const previewing = service.send('POST', '/api/verify-burn', { txHash: signatureOf(1), reportId: id });
  await called.promise;
  while ((await service.context.db('removal_claims')).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await service.stop();
  expect((await claiming).status).toBe(202);
  const previewed = await previewing;
  expect(previewed.status).toBe(202);
  expect(previewed.body).toMatchObject({
    pending: true,
    verificationId: expect.stringMatching(/^look_/),
  });
  verifier.close();
  verifier.closeAllConnections();
});
