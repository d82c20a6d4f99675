import bs58 from 'bs58';
import type { Commitment } from '../chain/commitment.ts';
import { invalidParams } from './rpc-error.ts';

export type Params = readonly unknown[];
export type Config = { readonly [key: string]: unknown };

const ADDRESS_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Decodes base58; null if invalid. */
export function fromBase58(text: string): Uint8Array | null {
  return bs58.decodeUnsafe(text) ?? null;
}

function base58Param(value: unknown, bytes: number): string {
  if (typeof value !== 'string') throw invalidParams('Invalid params: invalid type, expected a string.');
  // 64 bytes have at most 88 characters.
  const decoded = value.length > 88 ? null : fromBase58(value);
  if (!decoded) throw invalidParams('Invalid param: Invalid');
  if (decoded.length !== bytes) throw invalidParams('Invalid param: WrongSize');
  return value;
}

export const addressParam = (value: unknown): string => base58Param(value, ADDRESS_BYTES);
export const signatureParam = (value: unknown): string => base58Param(value, SIGNATURE_BYTES);

export function numberParam(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw invalidParams('Invalid params: invalid type, expected u64.');
  }
  return value;
}

export function textParam(value: unknown): string {
  if (typeof value !== 'string') throw invalidParams('Invalid params: invalid type, expected a string.');
  return value;
}

export function listParam(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidParams('Invalid params: invalid type, expected a sequence.');
  return value;
}

/** A configuration object; `{}` if omitted. */
export function configParam(value: unknown): Config {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalidParams('Invalid params: invalid type, expected a configuration object.');
  }
  return value as Config;
}

const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

/** The requested commitment; "finalized" by default, as on a node. */
export function commitmentParam({ commitment }: Config): Commitment {
  const known = COMMITMENTS.find((each) => each === (commitment ?? 'finalized'));
  if (!known) throw invalidParams(`Invalid params: unknown variant \`${String(commitment)}\`.`);
  return known;
}
