import { hash } from 'node:crypto';

/** A SHA-256 hash: 32 bytes. */
export type Hash = Buffer;

export const HASH_BYTES = 32;

// RFC 6962, section 2.1: the first byte distinguishes leaves from nodes.
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

const sha256 = (...parts: Uint8Array[]): Hash => hash('sha256', Buffer.concat(parts), 'buffer');

export const leafHash = (entry: Uint8Array): Hash => sha256(LEAF, entry);
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(NODE, left, right);

/** The root of a tree without leaves. */
export const EMPTY_ROOT: Hash = sha256();

/** The root of a complete tree over a power of two of hashes. */
export function foldComplete(hashes: readonly Hash[]): Hash {
  const [first, second] = hashes;
  if (!first) throw new RangeError('a complete tree has at least one hash');
  if (!second) return first;
  const parents: Hash[] = [];
  for (let at = 0; at < hashes.length; at += 2) {
    const [left, right] = [hashes[at], hashes[at + 1]];
    if (!left || !right) throw new RangeError(`${hashes.length} hashes are not a complete tree`);
    parents.push(nodeHash(left, right));
  }
  return foldComplete(parents);
}
