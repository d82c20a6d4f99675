import { Keypair, PublicKey } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { isKeyless, meaningOf } from '../src/keyless.ts';

it('the incinerator and program addresses have no key; wallets have one', () => {
  const wallet = Keypair.generate().publicKey;
  const [derived] = PublicKey.findProgramAddressSync([Buffer.from('vault')], wallet);
  expect(isKeyless('1nc1nerator11111111111111111111111111111111')).toBe(true);
  expect(isKeyless(derived.toBase58())).toBe(true);
  expect(isKeyless(wallet.toBase58())).toBe(false);
  expect(meaningOf(derived.toBase58())).toContain('is burned');
  expect(meaningOf(wallet.toBase58())).toContain('sent to the project’s wallet');
});
