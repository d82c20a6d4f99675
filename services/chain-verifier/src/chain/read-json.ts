import { malformed } from './fault.ts';

/** Strict readers of untrusted JSON. `where` locates the value in the error; every failure is `malformed_response`. */

export type Json = Record<string, unknown>;

const U64_MAX = 18_446_744_073_709_551_615n;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readObject(value: unknown, where: string): Json {
  return isObject(value) ? value : malformed(`${where} is not an object`);
}

export function readArray(value: unknown, where: string): unknown[] {
  return Array.isArray(value) ? value : malformed(`${where} is not an array`);
}

export function readText(value: unknown, where: string): string {
  return typeof value === 'string' ? value : malformed(`${where} is not a string`);
}

/** An integer from 0 to `max`. */
export function readInteger(value: unknown, where: string, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max) {
    return malformed(`${where} is not a whole number from 0 to ${max}`);
  }
  return value;
}

/** A u64 as the decimal string that RPC nodes send; rejects numbers, signs, decimal points and leading zeros. */
export function readAmount(value: unknown, where: string): bigint {
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,19})$/.test(value)) {
    return malformed(`${where} is not a u64 in decimal digits`);
  }
  const amount = BigInt(value);
  return amount <= U64_MAX ? amount : malformed(`${where} does not fit into a u64`);
}

/** The element at `index`; untrusted data may point past the end. */
export function at<T>(list: readonly T[], index: number, where: string): T {
  const value = list[index];
  return value === undefined ? malformed(`${where}: index ${index} is past the end`) : value;
}
