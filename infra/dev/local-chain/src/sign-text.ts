import { createKeyPairFromBytes, signBytes } from '@solana/kit';
import type { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';

/** Signs a text as is; returns base58. */
export async function signText({ secretKey }: Keypair, text: string): Promise<string> {
  const { privateKey } = await createKeyPairFromBytes(secretKey);
  return bs58.encode(await signBytes(privateKey, new TextEncoder().encode(text)));
}
