import { createPublicKey, verify } from 'node:crypto';
import { decodeBase58 } from './base58.ts';
import { conflict } from './fault.ts';

/** The fixed prefix of an ed25519 public key in SPKI form (RFC 8410); the 32 key bytes follow. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Verifies every required signature over the signed bytes, which proves that the instructions are what the payer
 * signed. It does not cover `meta` (balances, inner instructions), which is unsigned. Throws `evidence_conflict` on
 * failure.
 */
export function checkSignatures(signedBytes: Uint8Array, signatures: string[], signers: string[]): void {
  for (const [index, signer] of signers.entries()) {
    const signature = decodeBase58(signatures[index], 'signature');
    if (!isSignedBy(signedBytes, signature, signer)) {
      conflict(`signature ${index} was not made by ${signer} over this message`);
    }
  }
}

function isSignedBy(bytes: Uint8Array, signature: Uint8Array, signer: string): boolean {
  const der = Buffer.concat([spkiPrefix, decodeBase58(signer, 'signer')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, bytes, key, signature);
}
