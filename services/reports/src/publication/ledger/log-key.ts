import { createSigner, makePrivateKey, type Signer } from '@naughty-list/ledger/note';
import { decrypt, encrypt } from '@naughty-list/service-kit/database/encrypted';
import { DamagedLog, type HeadRow } from './repository.ts';

const useOf = (origin: string, secret: string) => ({ secret, purpose: `key of the log ${origin}` });

/** A new key, as stored: without INTERNAL_SECRET, it can neither be used nor replaced. */
export const makeEncryptedKey = (origin: string, secret: string): Buffer =>
  encrypt(makePrivateKey(), useOf(origin, secret));

/** @throws DamagedLog when the key was not encrypted with this secret */
export function signerOf(
  { origin, encrypted_key }: Pick<HeadRow, 'origin' | 'encrypted_key'>,
  secret: string,
): Signer {
  const key = encrypted_key && decrypt(encrypted_key, useOf(origin, secret));
  if (!key) throw new DamagedLog('the key opens only with the INTERNAL_SECRET that the log began with');
  return createSigner(origin, key);
}

/** How the note about the log before this one begins. */
export const predecessorOf = (origin: string): string => `${origin}/predecessor\n`;
