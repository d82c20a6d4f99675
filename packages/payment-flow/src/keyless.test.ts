import { ed25519 } from '@noble/curves/ed25519';
import { address, getProgramDerivedAddress } from '@solana/kit';
import bs58 from 'bs58';
import { expect, it } from 'vitest';
import { isKeyless, meaningOf } from './keyless.ts';

const wallet = bs58.encode(ed25519.getPublicKey(ed25519.utils.randomPrivateKey()));

it('the incinerator and program addresses have no key; wallets have one', async () => {
  const [derived] = await getProgramDerivedAddress({ programAddress: address(wallet), seeds: ['vault'] });
  expect(isKeyless('1nc1nerator11111111111111111111111111111111')).toBe(true);
  expect(isKeyless(derived)).toBe(true);
  expect(isKeyless(wallet)).toBe(false);
  expect(meaningOf(derived)).toContain('is burned');
  expect(meaningOf(wallet)).toContain("sent to the project's wallet");
});
