import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import { writeDurably } from '../files.ts';
import { keepKeypair } from './keypair-file.ts';

/** Folder of the chain inside the data folder. */
export const CHAIN_FOLDER = 'local-chain';

/** File names inside that folder. */
export const CHAIN_FILES = {
  genesis: 'genesis.json',
  log: 'chain.jsonl',
  lock: 'lock',
  addresses: 'addresses.json',
  endpoint: 'endpoint.json',
  faucet: 'faucet.json',
  mintAuthority: 'mint-authority.json',
  richHolder: 'rich-holder.json',
  mint: 'list-mint.json',
  burnWallet: 'burn-wallet.json',
} as const;

const KEYPAIR_NAMES = ['faucet', 'mintAuthority', 'richHolder', 'mint', 'burnWallet'] as const;

export type ChainKeypairs = Record<(typeof KEYPAIR_NAMES)[number], Keypair>;

/** `addresses.json`: the settings that an app needs for this chain. */
export type ChainAddresses = { mint: string; burnWallet: string };

/** `endpoint.json`: where the chain last listened. */
export type ChainEndpoint = { url: string; wsUrl: string };

export type Genesis = {
  folder: string;
  genesisHash: string;
  keypairs: ChainKeypairs;
  addresses: ChainAddresses;
};

function keepGenesisHash(folder: string): string {
  const path = join(folder, CHAIN_FILES.genesis);
  if (!existsSync(path)) {
    const genesisHash = bs58.encode(createHash('sha256').update(randomBytes(32)).digest());
    writeDurably(path, `${JSON.stringify({ genesisHash })}\n`);
  }
  const { genesisHash } = JSON.parse(readFileSync(path, 'utf8')) as { genesisHash: string };
  return genesisHash;
}

/** A chain with a history must keep its keys: new ones would silently be different accounts. */
function assertKeysComplete(folder: string): void {
  if (!existsSync(join(folder, CHAIN_FILES.addresses))) return;
  const missing = KEYPAIR_NAMES.map((name) => CHAIN_FILES[name]).filter(
    (file) => !existsSync(join(folder, file)),
  );
  if (missing.length === 0) return;
  throw new Error(
    `${folder} lacks ${missing.join(', ')}: put it back, or move the folder away to begin a new chain`,
  );
}

/**
 * The chain's identity and keys in its folder; creates what is missing, so an interrupted first start is completed by
 * the next one. `addresses.json` is written last and marks completion.
 * @throws Error when keys of an existing chain are missing or unreadable
 */
export function keepGenesis(dataDir: string): Genesis {
  const folder = join(dataDir, CHAIN_FOLDER);
  mkdirSync(folder, { recursive: true });
  assertKeysComplete(folder);
  const genesisHash = keepGenesisHash(folder);
  const keypairs = Object.fromEntries(
    KEYPAIR_NAMES.map((name) => [name, keepKeypair(join(folder, CHAIN_FILES[name]))]),
  ) as ChainKeypairs;
  const addresses: ChainAddresses = {
    mint: keypairs.mint.publicKey.toBase58(),
    burnWallet: keypairs.burnWallet.publicKey.toBase58(),
  };
  const path = join(folder, CHAIN_FILES.addresses);
  if (!existsSync(path)) writeDurably(path, `${JSON.stringify(addresses, null, 2)}\n`);
  return { folder, genesisHash, keypairs, addresses };
}
