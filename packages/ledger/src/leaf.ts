import { hash, randomBytes } from 'node:crypto';

/** The public part of a leaf: its type, the case, the signature of the burn and the time (ISO 8601), if any. */
export type LeafHead = {
  type: string;
  case?: number | undefined;
  burn?: string | undefined;
  time: string;
};

/** A leaf's entry, with the record (canonical JSON) and salt that it commits to. */
export type SealedLeaf = { record: string; salt: Buffer; entry: Buffer };

/** A leaf's commitment to a record (canonical JSON): SHA-256 over salt and record, in base64. */
export const commit = (salt: Uint8Array, record: string): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(record)]), 'base64');

const SALT_BYTES = 32;

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/** The entry of a leaf whose record is kept elsewhere. */
export const leafOf = (head: LeafHead, commitment: string): Buffer =>
  Buffer.from(canonicalJson({ ...head, commitment }));

/** A leaf that commits to a record under a new salt. */
export function sealLeaf(head: LeafHead, record: string): SealedLeaf {
  const salt = newSalt();
  return { record, salt, entry: leafOf(head, commit(salt, record)) };
}

/** The fields of a leaf; undefined unless the entry has the form of one. */
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
  salt.length === SALT_BYTES && parseLeaf(entry)?.commitment === commit(salt, record);

/** JSON by RFC 8785: sorted keys, no spaces; undefined fields are omitted. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const fields = value as Record<string, unknown>;
  let text = '';
  // Sorts by UTF-16 code units, as the RFC does.
  for (const key of Object.keys(fields).sort())
    if (fields[key] !== undefined)
      text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(fields[key])}`;
  return `{${text}}`;
}
