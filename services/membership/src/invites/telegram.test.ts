import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { BOT_TOKEN, startTelegram } from '../../test/telegram-server.ts';
import { openTelegram } from './telegram.ts';

const telegram = closeAfterAll(await startTelegram());

const client = (apiUrl: string, timeoutMs = 60_000) =>
  openTelegram({ apiUrl, token: BOT_TOKEN, chatId: '@chat', timeoutMs });

/** Everything of a failure that a log could show. */
async function failure(apiUrl: string, timeoutMs?: number): Promise<string> {
  const error: unknown = await client(apiUrl, timeoutMs)
    .createInvite('x')
    .catch((thrown: unknown) => thrown);
  const { stack, cause } = error as Error;
  return `${stack} ${String(cause)} ${JSON.stringify(error)}`;
}

it('returns a link that admits one person', async () => {
  telegram.become('gives');
  expect(await client(`${telegram.url}/`).createInvite('a name that is longer than Telegram takes')).toBe(
    telegram.given.at(-1),
  );
  expect(telegram.asked.at(-1)?.body).toEqual({
    chat_id: '@chat',
    member_limit: 1,
    name: 'a name that is longer than Teleg',
  });
});

it.each(['hangs', 'hangs up', 'breaks', 'talks nonsense'] as const)(
  'says what went wrong, without the token, when it %s',
  async (mood) => {
    telegram.become(mood);
    const message = await failure(telegram.url, mood === 'hangs' ? 300 : undefined);
    expect(message).toMatch(/^RetryLater: Telegram (answered|could not be reached)/);
    expect(message).not.toContain('AAsecret');
  },
);

it('says what was refused, without the token, even if Telegram repeats it', async () => {
  const description = `Unauthorized: ${BOT_TOKEN}`;
  telegram.become({ refuses: { error_code: 401, description } });
  const message = await failure(telegram.url);
  expect(message).toContain('Telegram answered 401: Unauthorized: …');
  expect(message).not.toContain('AAsecret');
});

it('reports an unreachable server, without the token', async () => {
  const message = await failure('http://127.0.0.1:1');
  expect(message).toContain('could not be reached');
  expect(message).not.toContain('AAsecret');
});
