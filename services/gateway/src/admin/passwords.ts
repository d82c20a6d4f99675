import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

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
