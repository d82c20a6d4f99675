import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readOptions } from './read-options.ts';

const KEY = 'example.org/log+0123abcd+key';
/** What the placeholders of the README stand for. */
const values: Record<string, string> = {
  '<signature>': '5'.repeat(88),
  URL: 'https://rpc.example.org',
  ADDRESS: 'So11111111111111111111111111111111111111112',
  KEY,
};

it('reads every command of the README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const commands = [...readme.matchAll(/pnpm verify-burn ([^\n`]+)/g)].map(([, text = '']) =>
    text.split(' '),
  );
  expect(commands).toHaveLength(4);
  for (const command of commands)
    expect(() => readOptions(command.map((word) => values[word] ?? word)), command.join(' ')).not.toThrow();
});
