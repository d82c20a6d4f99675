import { join, resolve } from 'node:path';
import { ReadableError } from './readable-error.ts';
import { REPOSITORY } from './repository.ts';
import type { StackOptions } from './stack-parts.ts';

/** Set by the embedded stack: values that the terminal holds for another project must not affect a service. */
const OWNED = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'QUEUE_URL',
  'REPORTS_URL',
  'MEMBERSHIP_URL',
  'ANALYTICS_URL',
  'CHAIN_VERIFIER_URL',
  'NODE_ENV',
  'BACKUP_COMMAND',
];

/** Default port of a local validator, used by wallets. */
const USUAL_CHAIN_PORT = 8899;

/**
 * Reads the settings of `npm start` from the environment: `HOST` (127.0.0.1), `PORT` (8080), `DATA_DIR` (`.data` in the
 * repository), `DATABASE_URL` (default: an embedded PostgreSQL is started); all other settings are passed to the
 * services, and to the local chain if they begin with `CHAIN_`.
 * @throws ReadableError when PORT is not a port, or a real chain is named by halves
 */
export function readStartSettings(env: Record<string, string | undefined>): StackOptions {
  const port = Number(env.PORT || 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ReadableError(
      `PORT=${env.PORT} is not a port: choose a number from 1 to 65535, e.g. PORT=8080`,
    );
  }
  requireWholeChain(env);
  const passedOn = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !OWNED.includes(entry[0]),
  );
  const ofTheChain = passedOn.filter(([name]) => name.startsWith('CHAIN_'));
  return {
    dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : join(REPOSITORY, '.data'),
    host: env.HOST || '127.0.0.1',
    port,
    databaseUrl: env.DATABASE_URL || undefined,
    env: Object.fromEntries(passedOn),
    chain: { preferredPort: USUAL_CHAIN_PORT, env: Object.fromEntries(ofTheChain) },
  };
}

/** A real chain with the mint of the local one would find no payment. */
function requireWholeChain(env: Record<string, string | undefined>): void {
  if (!env.SOLANA_RPC_URLS) return;
  const missing = ['SOLANA_CLUSTER', 'LIST_MINT_ADDRESS', 'BURN_WALLET_ADDRESS'].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new ReadableError(
      `SOLANA_RPC_URLS names a chain other than the local one: set ${missing.join(', ')}, too, or unset it to use the local chain`,
    );
}
