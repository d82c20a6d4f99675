import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  read as readInto,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createFaultLog } from '@naughty-list/service-kit/telemetry/faults';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../src/telemetry/log.ts';
import { openLogOutput } from '../src/telemetry/log-output.ts';
import { createScrubber, secretsIn } from '../src/telemetry/secrets.ts';
import { addLogFields, withLogFields } from '../src/telemetry/tracing.ts';

/** What a log writes to standard output during `write`. */
function written(secrets: string[], write: (log: ReturnType<typeof createLog>) => void): string {
  const chunks: string[] = [];
  const log = createLog('toys', 'info', secrets);
  const stream = (log as unknown as Record<symbol, { write(text: string): boolean }>)[
    Object.getOwnPropertySymbols(log).find((symbol) => String(symbol) === 'Symbol(pino.stream)') ?? Symbol()
  ];
  if (!stream) throw new Error('the log has no stream');
  const spy = vi.spyOn(stream, 'write').mockImplementation((text) => chunks.push(text) > 0);
  write(log);
  spy.mockRestore();
  return chunks.join('');
}

const config = {
  DATABASE_URL: 'postgres://santa:s3cret-of-pg@db/x',
  QUEUE_URL: 'redis://:redis%2Fs3cret@cache',
  INTERNAL_SECRET: 'internal-"quoted"-secret',
  TELEGRAM_BOT_TOKEN: '123456789:telegram-token-of-the-bot',
  SOLANA_RPC_URLS: ['https://rpc.example/key-in-the-path', 'https://two.example/?api-key=key-in-the-query'],
  REMOVAL_COST_TOKENS: '1000000',
  PUBLIC_ORIGIN: 'https://naughty.example/some-long-path',
};

it('recognises which settings are secrets', () => {
  expect(secretsIn(config).sort()).toEqual(
    [
      's3cret-of-pg',
      'redis%2Fs3cret',
      'redis/s3cret',
      'internal-"quoted"-secret',
      '123456789:telegram-token-of-the-bot',
      'key-in-the-path',
      'key-in-the-query',
    ].sort(),
  );
});

it('redacts secrets in every line, at any place and in any encoding', () => {
  const text = written(secretsIn(config), (log) => {
    log.info(config, 'settings');
    log.error({ err: new Error(`cannot reach ${config.SOLANA_RPC_URLS[0]}`) }, config.INTERNAL_SECRET);
    log.info({ headers: { 'x-case-code': 'short-code' } }, 'for 0ABC-DEFG-HJKM-NPQR-STVW-XYZ0-12');
    log.info({ req: { headers: { cookie: 'a=1', authorization: 'Bearer abcdefghijk' } } });
  });
  for (const secret of secretsIn(config)) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
  expect(text).not.toMatch(/a=1|abcdefghijk|short-code|0ABC/);
  expect(text).toContain('"REMOVAL_COST_TOKENS":"1000000"');
  for (const line of text.trim().split('\n')) JSON.parse(line);
});

it.each([
  'postgres://somebody:password@host/db',
  'https://host/?a=1&api-key=abcdef',
  'GET /path?token=abc HTTP/1.1',
  'https://api.telegram.org/bot987654321:AAabcdefghijklmnopqrstuvwxyz/getMe',
  'authorization: Bearer abc.def-ghi',
])('recognises %s without configuration', (text) => {
  const scrubbed = createScrubber()(text);
  expect(scrubbed).toContain('[redacted]');
  expect(scrubbed).not.toMatch(/somebody:password|abcdef|token=abc|abc\.def/);
});

it('adds the fields of its scope to each line, once', () => {
  const text = written([], (log) =>
    withLogFields({ requestId: 'r1', job: 'wrap' }, () => {
      addLogFields({ verificationId: 'v1' });
      log.info('one');
      log.child({ requestId: 'r2' }).info('two');
    }),
  );
  const [one, two] = text.trim().split('\n');
  expect(JSON.parse(one ?? '')).toMatchObject({
    service: 'toys',
    requestId: 'r1',
    job: 'wrap',
    verificationId: 'v1',
  });
  expect(two?.match(/requestId/g)).toHaveLength(1);
  expect(JSON.parse(two ?? '')).toMatchObject({ requestId: 'r2', verificationId: 'v1' });
});

/** A Linux device that is always full. */
const FULL = '/dev/full';

it.runIf(existsSync(FULL))(
  'a process whose log cannot be written continues, and ends when it is done',
  async () => {
    const full = openSync(FULL, 'w');
    const script = fileURLToPath(new URL('./log-to-full-disk.ts', import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ['ignore', full, 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    closeSync(full);
    const [reported, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')]);
    expect(reported).toContain('still here');
    expect(code).toBe(0);
  },
);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'log-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('writes lines in order, and flushes synchronously', async () => {
  const file = join(temporaryFolder(), 'log');
  const fd = openSync(file, 'w');
  onTestFinished(() => closeSync(fd));
  const output = openLogOutput(fd);
  const lines = Array.from({ length: 5_000 }, (_, number) => `{"msg":"line ${number}"}\n`);
  for (const line of lines.slice(0, 4_000)) output.write(line);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.slice(0, 4_000).join(''));
  for (const line of lines.slice(4_000)) output.write(line);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.join(''));
  output.flushSync();
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
});

it('buffers a megabyte for a stalled reader, and reports how many lines were lost once it reads again', async () => {
  const fifo = join(temporaryFolder(), 'fifo');
  execFileSync('mkfifo', [fifo]);
  // Opens both ends at once, so that neither waits for the other; non-blocking, as a full pipe behaves.
  const fd = openSync(fifo, 'r+');
  onTestFinished(() => closeSync(fd));
  const output = openLogOutput(fd);
  const line = `${JSON.stringify({ msg: 'x'.repeat(1_000) })}\n`;
  for (let number = 0; number < 2_000; number += 1) output.write(line);
  const buffer = Buffer.alloc(64 * 1024);
  let read = '';
  while (!/"lost":\d+/.test(read)) {
    const { bytesRead } = await promisify(readInto)(fd, buffer, 0, buffer.length, null);
    read += buffer.subarray(0, bytesRead).toString();
  }
  const kept = read.split(line).length - 1;
  expect(kept).toBeGreaterThan(900);
  expect(kept + Number(/"lost":(\d+)/.exec(read)?.[1])).toBe(2_000);
});

it('logs a repeated fault once, and a different one at once', () => {
  const log = createLog('test', 'info');
  const notified: unknown[] = [];
  log.warn = (fields: object) => void notified.push(fields);
  const onFault = createFaultLog(log, 'worker error', { queue: 'toys' });
  const away = new Error('connect ECONNREFUSED');
  const other = new Error('another');
  for (let n = 0; n < 100; n += 1) onFault(away);
  onFault(other);
  expect(notified).toEqual([
    { err: away, queue: 'toys' },
    { err: other, queue: 'toys', silenced: 99 },
  ]);
});
