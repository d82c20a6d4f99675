import { randomBytes } from 'node:crypto';
import { adminAccountTexts } from '@naughty-list/contracts/admin-accounts';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

/** OWASP Password Storage Cheat Sheet, 2025: argon2id with 19 MiB, two passes, one lane. About 20 ms on one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Keyboards may encode the same letter differently. */
const normal = (password: string) => password.normalize('NFKC');

/** The hash in PHC format, `$argon2id$…`, with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST);

export const passwordMatches = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normal(password));

const PASSWORD_BYTES = 15;

/** A random password of twenty characters that a double click selects. */
export const makePassword = (): string =>
  randomBytes(PASSWORD_BYTES).toString('base64url').replaceAll(/[-_]/g, 'x');

const common = new Set(dictionary['passwords-common']);
const SITE_NAMES = ['naughtylist', 'naughty list', 'naughty-list'];

/**
 * Why a new password may not be used, for the person who chose it; undefined when it may (OWASP ASVS 5.0, 6.2.4 and
 * 6.2.11: not a common one, nor made of the site's or the account's name). Its length is the contract's.
 */
export function passwordFault(password: string, username: string): string | undefined {
  const lower = normal(password).toLowerCase();
  if (common.has(lower)) return adminAccountTexts.commonPassword;
  const named = [username.toLowerCase(), ...SITE_NAMES].some(
    (name) => name.length > 3 && lower.includes(name),
  );
  return named ? adminAccountTexts.namedPassword : undefined;
}
