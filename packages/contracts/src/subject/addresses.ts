import { decodedLength, isSignature } from '../primitives.ts';
import type { Subject } from './subject.ts';

const candidate =
  /(?<![A-Za-z\d])(?:0[xX](?:[\da-fA-F]{64}|[\da-fA-F]{40})|[1-9A-HJ-NP-Za-km-z]{32,88})(?![A-Za-z\d])/g;

/** The Solana and EVM addresses and transactions in a text. */
export const addressesIn = (text: string): Subject[] =>
  Array.from(text.matchAll(candidate)).flatMap(([value]) => readAddress(value));

function readAddress(value: string): Subject[] {
  if (value.startsWith('0'))
    return [
      { kind: value.length === 42 ? 'address' : 'transaction', chain: 'evm', value: value.toLowerCase() },
    ];
  if (value.length <= 44 && decodedLength(value) === 32) return [{ kind: 'address', chain: 'solana', value }];
  return isSignature(value) ? [{ kind: 'transaction', chain: 'solana', value }] : [];
}
