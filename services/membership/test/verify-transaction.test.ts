import { membershipTexts } from '@naughty-list/contracts/membership';
import { settleMembershipPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createQueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { membership } from '../src/service.ts';
import {
  accepted,
  BURN_WALLET,
  FIXED_LINK,
  newSignature,
  newVisitor,
  newWallet,
  openMembership,
  rejected,
  startMembership,
  until,
  WELCOME,
} from './running-service.ts';
import { botConstants, botSettings, startTelegram } from './telegram-server.ts';

const service = closeAfterAll(await startMembership());
beforeEach(() => service.decideBy(accepted));

const memberOf = async (signature: string) =>
  (await service.members()).filter(({ transaction_hash }) => transaction_hash === signature);
/** Repeats a call that a busy machine answers with 503, as a client does. */
async function verifyAgain(visitor: string, signature: string) {
  for (;;) {
    const answer = await service.verify(visitor, signature);
    if (answer.status !== 503) return answer;
  }
}

describe('a payment that is accepted', () => {
  it('makes a member, with amount, payer and link', async () => {
    const visitor = newVisitor();
    const { address } = newWallet();
    service.decideBy((asked) => accepted(asked, address));
    const { reference, burnAddress } = (await service.generate(visitor)).body;
    const signature = newSignature();
    const { status, body } = await service.verify(visitor, ` ${signature} `, { burnAddress });
    expect({ status, body }).toEqual({ status: 200, body: WELCOME });
    expect(await memberOf(signature)).toMatchObject([
      {
        wallet_address: address,
        burn_address: BURN_WALLET,
        transaction_hash: signature,
        tokens_amount: '750000.5',
        telegram_link_provided: true,
        reference,
        created_at: expect.any(Date),
      },
    ]);
  });

  it('is demanded with the visitor’s reference, its key, the fee and the time', async () => {
    const visitor = newVisitor();
    const { reference } = (await service.generate(visitor)).body;
    const signature = newSignature();
    await service.verify(visitor, signature);
    const row = await service.context.db('payment_references').where({ reference }).first();
    expect(service.asked.at(-1)).toMatchObject({
      id: expect.stringMatching(/^membership_/),
      signature,
      demand: {
        subject: `membership:${reference}`,
        minimumTokens: '750000',
        reference,
        referenceKey: reference.replace('LISTCLUB-', ''),
        notBefore: Math.floor(row.created_at.getTime() / 1000),
      },
    });
  });

  it('returns the same link to the same visitor, by hash or by opening the page', async () => {
    const visitor = newVisitor();
    const signature = newSignature();
    await service.verify(visitor, signature);
    const asked = service.asked.length;
    expect((await service.verify(visitor, signature)).body).toEqual(WELCOME);
    expect((await service.generate(visitor)).body.telegramLink).toBe(FIXED_LINK);
    expect(service.asked).toHaveLength(asked);
  });

  it('leaves another hash of a member unused, and says so', async () => {
    const visitor = newVisitor();
    await service.verify(visitor, newSignature());
    const asked = service.asked.length;
    const { status, body } = await service.verify(visitor, newSignature());
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: false,
        reason: 'already_member',
        message: membershipTexts.alreadyMember,
      },
    });
    expect(service.asked).toHaveLength(asked);
  });

  it('50 claims of it at once, by the same visitor, make one member and get the same answer', async () => {
    const visitor = newVisitor();
    const signature = newSignature();
    const answers = await Promise.all(Array.from({ length: 50 }, () => verifyAgain(visitor, signature)));
    for (const { body } of answers) expect(body).toEqual(WELCOME);
    expect(await memberOf(signature)).toHaveLength(1);
    expect(service.asked.filter((asked) => asked.signature === signature)).toHaveLength(1);
  });
});

describe('a payment that is refused', () => {
  it.each([
    [
      'not_found',
      'x',
      'Transaction not found. Please wait a few moments for blockchain confirmation and try again.',
    ],
    ['already_used', 'x', 'This transaction has already been used. Each transaction can only be used once.'],
    [
      'amount_below_minimum',
      'Too few tokens were paid: 5 LIST of 750,000 LIST.',
      'Invalid amount. Too few tokens were paid: 5 LIST of 750,000 LIST.',
    ],
    ['subject_already_paid', 'x', membershipTexts.alreadyMember],
    ['memo_mismatch', 'It was sent for something else.', 'It was sent for something else.'],
  ])('%s', async (code, text, message) => {
    service.decideBy((asked) => rejected(asked, code, text));
    const signature = newSignature();
    const { status, body } = await service.verify(newVisitor(), signature);
    expect({ status, body }).toEqual({ status: 200, body: { success: false, message, reason: code } });
    expect(await memberOf(signature)).toEqual([]);
  });

  it('a stranger with a member’s hash gets no link, then or later, in any answer', async () => {
    const signature = newSignature();
    await service.verify(newVisitor(), signature);
    const stranger = newVisitor();
    service.decideBy((asked) => rejected(asked, 'already_used', 'used'));
    for (const answer of [
      await service.verify(stranger, signature),
      await service.verify(stranger, signature),
      await service.generate(stranger),
    ]) {
      expect(JSON.stringify(answer.body)).not.toContain(FIXED_LINK);
    }
  });
});

describe('an invalid request makes no claim:', () => {
  const invalid = 'Invalid transaction hash. Please check your transaction hash format.';
  it.each([
    [undefined, 'Transaction hash is required', 'invalid_input'],
    ['', 'Transaction hash is required', 'invalid_input'],
    ['   ', 'Transaction hash is required', 'invalid_input'],
    [7, 'Transaction hash is required', 'invalid_input'],
    ['x'.repeat(201), invalid, 'invalid_input'],
    ['abc', invalid, 'invalid_transaction_hash'],
    ['0'.repeat(88), invalid, 'invalid_transaction_hash'],
  ])('the hash %j', async (hash, message, code) => {
    const { status, body } = await service.verify(newVisitor(), hash);
    expect(status).toBe(400);
    expect(body).toMatchObject({ message, code });
  });

  it('a burn address that is not ours', async () => {
    const burnAddress = 'Elsewhere1111111111111111111111111';
    const { status, body } = await service.verify(newVisitor(), newSignature(), { burnAddress });
    expect(status).toBe(400);
    expect(body.message).toBe('This is not the burn address to pay to. Please reload the page.');
  });

  it('a call without a visitor', async () => {
    expect((await service.verify('', newSignature())).status).toBe(400);
    expect((await service.generate('')).status).toBe(400);
  });
});

describe('a lost or late verdict', () => {
  it('gets 202 from a process that stops while it waits, and can be followed and read', async () => {
    service.decideBy(() => undefined);
    const { DATABASE_URL } = service.context.config;
    const stopping = await openMembership(DATABASE_URL);
    const { signCall } = await import('@naughty-list/service-kit/http/service-auth');
    const app = await membership.buildApp(stopping);
    const visitor = newVisitor();
    const signature = newSignature();
    await service.generate(visitor);
    const url = '/api/alpha-group/verify-transaction';
    const call = { secret: stopping.config.INTERNAL_SECRET, service: 'gateway', method: 'POST', path: url };
    const answering = app.inject({
      method: 'POST',
      url,
      headers: { 'x-visitor-id': visitor, 'x-service-auth': signCall({ ...call, now: new Date() }) },
      payload: { transactionHash: signature },
    });
    // Sent on its first use.
    void answering.then(() => undefined);
    await expect.poll(() => stopping.db('membership_claims').where({ signature })).toHaveLength(1);
    await app.close();
    const answer = await answering;
    expect(answer.statusCode).toBe(202);
    const { verificationId: id, ...body } = answer.json();
    expect(body).toEqual({
      success: false,
      pending: true,
      message: 'Your transaction is being checked. This can take a minute; you may leave and come back.',
    });
    await stopping.close();
    const events = service.get(`/api/verifications/${id}/events`).then((stream) => stream.text());
    const follow = async () => (await service.get(`/api/verifications/${id}`)).json();
    expect(await follow()).toMatchObject({ id, signature, stage: 'received', outcome: 'pending' });
    await service.sendVerdict(accepted({ id, round: 0 }));
    const shown = [...(await events).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(String(data)));
    expect(shown.at(-1)).toMatchObject({ stage: 'done', outcome: 'accepted', amountBurned: 750_000.5 });
    expect(JSON.stringify(shown)).not.toContain(FIXED_LINK);
    expect(await follow()).toEqual(shown.at(-1));
    expect((await service.verify(visitor, signature)).body).toEqual(WELCOME);
  });
});

describe('a payment that was found on the chain', () => {
  const find = (reference: string, signature: string) =>
    service.context.queues.add(settleMembershipPaymentJob, {
      reference,
      signature: Signature.parse(signature),
    });

  it('admits its visitor without a hash; the link is shown when the page is opened', async () => {
    const visitor = newVisitor();
    const { reference } = (await service.generate(visitor)).body;
    const signature = newSignature();
    await find(reference, signature);
    await until(async () => (await memberOf(signature)).length === 1);
    expect((await service.generate(visitor)).body.telegramLink).toBe(FIXED_LINK);
    expect((await service.verify(visitor, signature)).body).toEqual(WELCOME);
  });

  it('is ignored if the reference has no visitor, and a credit if its visitor is a member', async () => {
    const visitor = newVisitor();
    const { reference } = (await service.generate(visitor)).body;
    await service.verify(visitor, newSignature());
    const signatures = [newSignature(), newSignature(), newSignature()] as const;
    await find(reference, signatures[0]);
    await find('LISTCLUB-nobody', signatures[1]);
    const other = (await service.generate(newVisitor())).body.reference;
    await find(other, signatures[2]);
    await until(async () => (await memberOf(signatures[2])).length === 1);
    const { db } = service.context;
    const claims = () => db('membership_claims').whereIn('signature', signatures.slice(0, 2));
    const credit = { signature: signatures[0], status: 'refused', code: 'already_member' };
    await expect.poll(claims).toMatchObject([{ ...credit, amount: '750000500000' }]);
  });
});

it.each(queueKinds)('with jobs in %s, a payment admits and its invite is created once', async (kind) => {
  const [place, telegram] = await Promise.all([createQueuePlace(kind), startTelegram()]);
  const service = await startMembership(
    { ...botSettings, QUEUE_URL: place.url },
    { constants: botConstants(telegram) },
  );
  onTestFinished(async () => {
    await service.stop();
    await Promise.all([place.drop(), telegram.close()]);
  });
  const visitor = newVisitor();
  const signature = newSignature();
  telegram.become('breaks', 'gives');
  const { status, body } = await service.verify(visitor, signature);
  expect([status, body.success, body.telegramLink]).toEqual([200, true, telegram.given[0]]);
  expect((await service.verify(visitor, signature)).body.telegramLink).toBe(telegram.given[0]);
  expect(telegram.given).toHaveLength(1);
  expect(await service.members()).toHaveLength(1);
});
