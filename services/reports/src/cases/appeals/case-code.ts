import { createHash, randomBytes } from 'node:crypto';
import { appealTexts, CaseCode } from '@naughty-list/contracts/appeals';
import { ApiError } from '@naughty-list/contracts/errors';
import { type Database, makeMac } from '@naughty-list/service-kit/database/database';

/** Crockford's base 32: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_BITS = 128;
const CODE_LENGTH = 26;

/** Characters of five bits each. */
function charactersOf(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let at = 0; at < length; at++, rest >>= 5n) text = ALPHABET[Number(rest & 31n)] + text;
  return text;
}

/** A new case code, in groups of four; `bytes` are 16 that cannot be guessed. */
export const makeCaseCode = (bytes: Buffer = randomBytes(CODE_BITS / 8)): string =>
  charactersOf(bytes, CODE_LENGTH).replace(/.{4}(?=.)/g, '$&-');

/** A new code to post: 80 bits. Letters and digits only, because X rewrites links and tags. */
export const makePostCode = (): string => charactersOf(randomBytes(10), 16);

/** The stored hash of a case code. 128 random bits cannot be guessed, so a slow hash would add nothing. */
const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/**
 * The hash of a code as entered.
 *
 * @throws ApiError unknown_case_code
 */
export function hashOfEntered(entered: unknown): Buffer {
  const parsed = CaseCode.safeParse(entered);
  if (!parsed.success) throw unknownCode();
  return hashCode(parsed.data);
}

/** A stored code: its hash, and a MAC over the hash and what the code opens. */
export type CodeColumns = { code_hash: Buffer | null; code_mac: Buffer | null };

const macOf = (db: Database, hash: Buffer, target: string): Buffer =>
  makeMac(db, 'case codes', [hash.toString('base64'), target]);

/** The columns of a code that opens `target`, such as `report 7`. */
export const codeColumns = (db: Database, hash: Buffer, target: string) => ({
  code_hash: hash,
  code_mac: macOf(db, hash, target),
});

/** Whether the service issued the code for this: with the database's password alone, a code cannot be moved to another row. */
export const isOwnCode = (
  db: Database,
  { code_hash: hash, code_mac: mac }: CodeColumns,
  target: string,
): boolean => hash !== null && (mac?.equals(macOf(db, hash, target)) ?? false);

export const unknownCode = () => new ApiError('unknown_case_code', appealTexts.unknownCode);
