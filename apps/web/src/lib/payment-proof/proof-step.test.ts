import { expect, test } from 'vitest';
import { signCommand, usableChallenge } from './proof-step.ts';

const NOW = Date.parse('2026-12-24T12:00:00Z');
const challenge = {
  wallet: 'payer',
  proofId: 'id',
  message: 'I paid.',
  expiresAt: '2026-12-24T12:05:00Z',
};

test.each([
  ['there is time', 'payer', NOW, true],
  ['it is for another wallet', 'other', NOW, false],
  ['it is about to expire', 'payer', Date.parse('2026-12-24T12:04:50Z'), false],
  ['it has expired', 'payer', Date.parse('2026-12-24T12:06:00Z'), false],
])('offers a stored message while there is time to sign it: %s', (_, wallet, now, isUsable) => {
  expect(usableChallenge({ payers: [], challenge }, wallet, now)).toBe(isUsable ? challenge : undefined);
});

test('the command keeps every character of the message', () => {
  expect(signCommand('I paid $5: "yes".')).toBe(`solana sign-offchain-message 'I paid $5: "yes".'`);
  expect(signCommand("it's")).toBe(`solana sign-offchain-message 'it'\\''s'`);
});
