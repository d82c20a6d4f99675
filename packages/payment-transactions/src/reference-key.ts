import { sha256 } from '@noble/hashes/sha2.js';
import { PublicKey } from '@solana/web3.js';

const DOMAIN = new TextEncoder().encode('naughty-list:reference-key:v1');

/** The payment target of a reference: the mint, and the wallet whose receipts count as burned. Base58. */
export type ReferenceOf = { mint: string; burnWallet: string; reference: string };

/**
 * The Solana Pay reference key of a reference, in base58: a read-only account of its payment, by which the payment is
 * found. It is derived from public data and pays for nothing by itself. An account key is any 32 bytes: it need not
 * be a curve point.
 */
export function referenceKeyOf({ mint, burnWallet, reference }: ReferenceOf): string {
  const hash = sha256
    .create()
    .update(DOMAIN)
    .update(new PublicKey(mint).toBytes())
    .update(new PublicKey(burnWallet).toBytes())
    .update(new TextEncoder().encode(reference))
    .digest();
  return new PublicKey(hash).toBase58();
}
