import { z } from 'zod';

const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** A Solana address: 32 bytes in base58, 32 to 44 characters. */
export const Address = z.string().min(32).max(44).regex(base58).brand('Address');
export type Address = z.infer<typeof Address>;

export const SIGNATURE_MIN_LENGTH = 64;
export const SIGNATURE_MAX_LENGTH = 88;

/**
 * The text of a transaction signature: 64 bytes in base58 are 64 to 88 characters. Whether it decodes to exactly
 * 64 bytes is checked by {@link isSignature}.
 */
export const Signature = z.string().refine(isSignature).brand('Signature');
export type Signature = z.infer<typeof Signature>;

/** A token amount in base units, as a decimal string (JSON numbers lose precision past 2^53). */
export const BaseUnits = z.string().regex(/^(0|[1-9]\d{0,38})$/);
export type BaseUnits = z.infer<typeof BaseUnits>;

/** Whole tokens, as a decimal string without a sign or a leading zero. */
export const WholeTokens = z.string().regex(/^[1-9]\d{0,15}$/);
export type WholeTokens = z.infer<typeof WholeTokens>;

/** PostgreSQL's largest integer. */
export const INTEGER_MAX = 2_147_483_647;

/** A whole number as digits in a path or query; `Number` alone would also accept `0x10`, `1e3` and an empty string. */
export function digits({ min, max, error }: { min: number; max: number; error: string }) {
  return z.coerce
    .string()
    .regex(/^\d{1,10}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
}

/** A serial id in a path. */
export const SerialId = digits({ min: 1, max: INTEGER_MAX, error: 'Not found' });

/** A report in a path, and the text for one that does not exist. */
export const ReportParams = z.object({ id: SerialId });
export const UNKNOWN_REPORT = 'This report does not exist.';

/** Whether the text decodes to exactly 64 bytes of base58. */
export function isSignature(text: string): boolean {
  if (text.length < SIGNATURE_MIN_LENGTH || text.length > SIGNATURE_MAX_LENGTH || !base58.test(text))
    return false;
  return decodedLength(text) === 64;
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** How many bytes a text in base58 has. */
export function decodedLength(text: string): number {
  let value = 0n;
  for (const char of text) value = value * 58n + BigInt(alphabet.indexOf(char));
  const leadingZeros = /^1*/.exec(text)?.[0].length ?? 0;
  const significant = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return leadingZeros + significant;
}

/** Letters only: after a digit, prefix and number would be ambiguous. */
export const REPORT_REFERENCE_PREFIX = 'LISTBURN';
