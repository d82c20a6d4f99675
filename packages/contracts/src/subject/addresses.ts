import { decodedLength, isSignature } from '../primitives.ts';
import type { Subject } from './subject.ts';

const inBase58 = /(?<![\w])[1-9A-HJ-NP-Za-km-z]{32,88}(?![\w])/g;
const inHex = /(?<![\w])0x(?:[\da-f]{64}|[\da-f]{40})(?![\w])/i;

/** The first Solana or EVM address, or transaction, in a text. */
export function addressIn(text: string): Subject | undefined {
  for (const [value] of text.matchAll(inBase58)) {
    if (value.length <= 44 && decodedLength(value) === 32) return { kind: 'address', chain: 'solana', value };
    if (isSignature(value)) return { kind: 'transaction', chain: 'solana', value };
  }
  const hex = inHex.exec(text)?.[0].toLowerCase();
  if (!hex) return undefined;
  return { kind: hex.length === 42 ? 'address' : 'transaction', chain: 'evm', value: hex };
}
