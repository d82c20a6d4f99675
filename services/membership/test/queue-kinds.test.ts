import { createQueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { expect, it, onTestFinished } from 'vitest';
import { newSignature, newVisitor, startMembership } from './running-service.ts';
import { botConstants, botSettings, startTelegram } from './telegram-server.ts';

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
