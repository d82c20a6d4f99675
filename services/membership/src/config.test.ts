import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { expect, it } from 'vitest';
import { Config } from './config.ts';

const least = {
  PORT: '0',
  DATABASE_URL: 'postgres://x',
  QUEUE_URL: 'postgres://x',
  INTERNAL_SECRET: 's'.repeat(32),
  CHAIN_VERIFIER_URL: 'http://verifier',
};
const token = '123456789:AAsecret';

it.each([
  [{}, /TELEGRAM_INVITE_LINK is missing/],
  [{ TELEGRAM_BOT_TOKEN: token }, /TELEGRAM_CHAT_ID is missing/],
  [{ TELEGRAM_BOT_TOKEN: 'x', TELEGRAM_CHAT_ID: '1' }, /TELEGRAM_BOT_TOKEN must be a bot token/],
  [{ TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: 'a chat' }, /TELEGRAM_CHAT_ID must be/],
  [{ TELEGRAM_INVITE_LINK: 't.me/x' }, /TELEGRAM_INVITE_LINK must be/],
])('%j is refused, without revealing the token', (settings, message) => {
  expect(() => readConfig(Config, { ...least, ...settings })).toThrow(message);
  expect(() => readConfig(Config, { ...least, ...settings })).not.toThrow(/AAsecret/);
});

it('a shared link suffices, and so does a bot', () => {
  const link = { TELEGRAM_INVITE_LINK: 'https://t.me/+x' };
  const bot = { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: '@chat' };
  for (const settings of [link, bot])
    expect(readConfig(Config, { ...least, ...settings })).toMatchObject(settings);
});
