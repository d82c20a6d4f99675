import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** What a leaf says openly: its type, the case, the burn if there is one, and when. */
export type LeafHead = {
  type: string;
  case?: number | undefined;
  burn?: string | undefined;
  time: string;
};

/** A leaf with what it commits to: the record as canonical JSON, and the salt that hides it. */
export type SealedLeaf = { record: string; salt: Buffer; entry: Buffer };

/** What a leaf says of a record (canonical JSON): a hash that its salt hides. */
export const commit = (salt: Uint8Array, record: string): string =>
  createHash('sha256').update(salt).update(record).digest('base64');

export const newSalt = (): Buffer => randomBytes(32);

/** A leaf by its commitment, for what has its record elsewhere. */
export const leafOf = (head: LeafHead, commitment: string): Buffer =>
  Buffer.from(canonicalJson({ ...head, commitment }));

/** A leaf that commits to a record under a new salt of 32 bytes. */
export function sealLeaf(head: LeafHead, record: string): SealedLeaf {
  const salt = newSalt();
  return { record, salt, entry: leafOf(head, commit(salt, record)) };
}

/** The open part of a leaf; undefined unless it has the form of one. */
export function parseLeaf(entry: Uint8Array): (LeafHead & { commitment: string }) | undefined {
  try {
    const leaf = JSON.parse(Buffer.from(entry).toString());
    return typeof leaf?.commitment === 'string' && typeof leaf.type === 'string' ? leaf : undefined;
  } catch {
    return undefined;
  }
}

/** Whether salt and record are what the leaf commits to. */
export const opensLeaf = (entry: Uint8Array, salt: Uint8Array, record: string): boolean =>
  parseLeaf(entry)?.commitment === commit(salt, record);
