import { existsSync, readFileSync } from 'node:fs';
import { Keypair } from '@solana/web3.js';
import { writeDurably } from '../files.ts';

/** Reads a keypair in the format of the Solana CLI: a JSON array of 64 numbers. @throws Error naming the file */
export function readKeypair(path: string): Keypair {
  try {
    return Keypair.fromSecretKey(Uint8Array.from(JSON.parse(readFileSync(path, 'utf8')) as number[]));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} is not a Solana keypair file: ${reason}`);
  }
}

/** The keypair in a file; a new one is made and written, readable by its owner only, when there is no file. */
export function keepKeypair(path: string): Keypair {
  if (existsSync(path)) return readKeypair(path);
  const keypair = Keypair.generate();
  writeDurably(path, JSON.stringify([...keypair.secretKey]), 0o600);
  return keypair;
}
