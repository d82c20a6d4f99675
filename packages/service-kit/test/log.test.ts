import { expect, it, vi } from 'vitest';
import { createLog } from '../src/telemetry/log.ts';
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
