import { expect, test } from 'vitest';
import { explorerLink } from './explorer-link.ts';

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
