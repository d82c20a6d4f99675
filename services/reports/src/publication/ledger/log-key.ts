import { createSigner, makePrivateKey, type Signer } from '@naughty-list/ledger/note';
import { secretOf } from '@naughty-list/service-kit/database/database';
import { decrypt, encrypt } from '@naughty-list/service-kit/database/encrypted';
import type { Knex } from 'knex';
import { DamagedLog, endLog, type HeadRow, readHead, saveHead } from './repository.ts';

const useOf = (origin: string, secret: string) => ({ secret, purpose: `key of the log ${origin}` });

/** A new key, as stored: without INTERNAL_SECRET, it can neither be used nor replaced. */
export const makeEncryptedKey = (origin: string, secret: string): Buffer =>
  encrypt(makePrivateKey(), useOf(origin, secret));

type StoredKey = Pick<HeadRow, 'origin' | 'encrypted_key'>;

const keyOf = ({ origin, encrypted_key }: StoredKey, secret: string): string | undefined =>
  encrypted_key ? decrypt(encrypted_key, useOf(origin, secret)) : undefined;

/** Whether the log began with this secret. */
export const opensKey = (head: StoredKey, secret: string): boolean => keyOf(head, secret) !== undefined;

/** @throws DamagedLog when the key was not encrypted with this secret */
export function signerOf(head: StoredKey, secret: string): Signer {
  const key = keyOf(head, secret);
  if (!key) throw new DamagedLog('the key opens only with the INTERNAL_SECRET that the log began with');
  return createSigner(head.origin, key);
}

const permitOf = (origin: string, secret: string) => ({ secret, purpose: `restating the log ${origin}` });

/** Whether the next log may state what the tables have. */
export const hasPermit = ({ origin, encrypted_key }: StoredKey, secret: string): boolean =>
  encrypted_key !== null && decrypt(encrypted_key, permitOf(origin, secret)) !== undefined;

/**
 * Ends a log whose key cannot be read, and permits the next one to state what the tables have. Without the permit, which only the
 * secret can make, a spoiled key would have the service publish edits of the tables as its own.
 */
export async function endUnreadableLog(trx: Knex): Promise<void> {
  await endLog(trx);
  const head = await readHead(trx);
  if (!head) return;
  const { log, origin } = head;
  await saveHead(trx, { log, encrypted_key: encrypt('restate', permitOf(origin, secretOf(trx))) });
}

/** In the note about a log whose key was lost. */
export const RESTATED = 'The key of the log before it was lost, so it states what the tables had. ';

/** How the note about the log before this one begins. */
export const predecessorOf = (origin: string): string => `${origin}/predecessor\n`;
