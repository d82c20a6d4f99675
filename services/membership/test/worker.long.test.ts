import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newSignature,
  newVisitor,
  type RunningService,
  SECRET,
  startMembership,
  until,
} from './running-service.ts';
import { botConstants, botSettings, startTelegram, type TelegramServer } from './telegram-server.ts';

let telegram: TelegramServer;
let service: RunningService;
const started: ChildProcessByStdio<null, Readable, null>[] = [];
let log = '';

beforeAll(async () => {
  telegram = await startTelegram();
  service = await startMembership(botSettings, { jobs: false, constants: botConstants(telegram) });
});
afterAll(async () => {
  for (const worker of started) worker.kill('SIGKILL');
  await service.stop();
  await telegram.close();
});

/** A separate process that runs the jobs. */
function startWorker(): ChildProcessByStdio<null, Readable, null> {
  const { DATABASE_URL, QUEUE_URL, CHAIN_VERIFIER_URL } = service.context.config;
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker-process.ts'), telegram.url], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATABASE_URL,
      QUEUE_URL,
      CHAIN_VERIFIER_URL,
      INTERNAL_SECRET: SECRET,
      LOG_LEVEL: 'trace',
      ...botSettings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  worker.stdout.on('data', (chunk) => {
    log += chunk;
  });
  started.push(worker);
  return worker;
}

async function end(
  worker: ChildProcessByStdio<null, Readable, null>,
  signal: NodeJS.Signals,
): Promise<unknown> {
  const ended = once(worker, 'exit');
  worker.kill(signal);
  return (await ended)[0];
}

it('a worker killed while requesting an invite only delays the member; no log contains a secret', async () => {
  telegram.become('hangs');
  const worker = startWorker();
  const waiting = service.verify(newVisitor(), newSignature());
  await until(() => telegram.asked.length === 1);
  await end(worker, 'SIGKILL');
  telegram.become('breaks', 'hangs up', 'gives');
  const other = startWorker();
  expect((await waiting).body).toMatchObject({ success: true, telegramLink: telegram.given[0] });
  expect(telegram.given).toHaveLength(1);
  expect(await end(other, 'SIGTERM')).toBe(0);
  expect(log).toContain('invite created');
  for (const secret of ['AAsecret', 't.me/+', SECRET]) expect(log).not.toContain(secret);
});
