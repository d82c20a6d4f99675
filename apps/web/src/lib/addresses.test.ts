import { expect, test } from 'vitest';
import { explorerLink, shortenMiddle } from './addresses.ts';

test('names the cluster', () => {
  const rpcUrl = 'http://127.0.0.1:8899';
  expect(explorerLink('tx', 'abc', { cluster: 'mainnet-beta', rpcUrl })).toBe(
    'https://explorer.solana.com/tx/abc',
  );
  expect(explorerLink('address', 'abc', { cluster: 'devnet', rpcUrl })).toBe(
    'https://explorer.solana.com/address/abc?cluster=devnet',
  );
  expect(explorerLink('tx', 'a/b', { cluster: 'localnet', rpcUrl })).toBe(
    'https://explorer.solana.com/tx/a%2Fb?cluster=custom&customUrl=http%3A%2F%2F127.0.0.1%3A8899',
  );
});

test('a long hash keeps its head and its tail', () => {
  expect(shortenMiddle('5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb')).toBe('5VERv8…JjBRnb');
  expect(shortenMiddle('abcdefghij', 2, 2)).toBe('ab…ij');
});

test('a text that would not get shorter stays whole', () => {
  expect(shortenMiddle('LISTBURN007')).toBe('LISTBURN007');
  expect(shortenMiddle('abcde', 2, 2)).toBe('abcde');
  expect(shortenMiddle('')).toBe('');
});
