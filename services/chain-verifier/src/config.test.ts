import { walletOf } from '@naughty-list/payment-flow/test/verifier';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { describe, expect, it } from 'vitest';
import { burnWalletMeaning, Config, quorumOf, quorumWarning } from './config.ts';

const least = {
  PORT: '4004',
  DATABASE_URL: 'postgres://localhost/x',
  QUEUE_URL: 'postgres://localhost/x',
  INTERNAL_SECRET: 'x'.repeat(32),
  SOLANA_RPC_URLS: 'https://one.example/key, https://two.example',
  PUBLIC_SOLANA_RPC_URL: 'https://public.example',
  SOLANA_CLUSTER: 'devnet',
  LIST_MINT_ADDRESS: 'So11111111111111111111111111111111111111112',
  BURN_WALLET_ADDRESS: '1nc1nerator11111111111111111111111111111111',
};

const read = (env: Record<string, string>) => readConfig(Config, env);

describe('the settings', () => {
  it('have defaults for everything that can have one', () => {
    expect(read({ ...least, SOLANA_RPC_QUORUM: '' })).toMatchObject({
      SOLANA_RPC_URLS: ['https://one.example/key', 'https://two.example'],
      SOLANA_COMMITMENT: 'finalized',
      REMOVAL_COST_TOKENS: '1000000',
      MEMBERSHIP_FEE_TOKENS: '750000',
      UNBOUND_PAYMENTS: 'prove',
    });
  });

  it('require two of three providers to agree, unless they say otherwise', () => {
    const three = 'https://one.example,https://two.example,https://three.example';
    expect(quorumOf(read(least))).toBe(1);
    expect(quorumWarning(read(least))).toMatch(/^one RPC provider alone decides/);
    expect(quorumOf(read({ ...least, SOLANA_RPC_URLS: three }))).toBe(2);
    expect(quorumWarning(read({ ...least, SOLANA_RPC_URLS: three }))).toBeUndefined();
    expect(quorumOf(read({ ...least, SOLANA_RPC_URLS: three, SOLANA_RPC_QUORUM: '3' }))).toBe(3);
  });

  it('say what a burn wallet means', () => {
    expect(burnWalletMeaning(read(least))).toContain('is burned');
    const { address } = walletOf(1);
    expect(burnWalletMeaning({ BURN_WALLET_ADDRESS: address })).toContain("sent to the project's wallet");
  });

  it.each([
    ['SOLANA_RPC_URLS', 'ftp://one.example'],
    ['SOLANA_RPC_URLS', 'https://one.example,,'],
    ['SOLANA_CLUSTER', 'mainnet'],
    ['SOLANA_RPC_QUORUM', '3'],
    ['SOLANA_COMMITMENT', 'processed'],
    ['LIST_MINT_ADDRESS', 'LISTBURN007'],
    ['REMOVAL_COST_TOKENS', '0'],
    ['UNBOUND_PAYMENTS', 'maybe'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(() => read({ ...least, [name]: value })).toThrow(new RegExp(`^Configuration: ${name}`));
  });

  it('name every one that is missing in one line', () => {
    expect(() => read({})).toThrow(
      /^Configuration: .*SOLANA_RPC_URLS is missing.*SOLANA_CLUSTER is missing.*LIST_MINT_ADDRESS is missing/,
    );
  });
});
