import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { readSignedHead, withClient } from './backup/copy-database.ts';
import { oneLine, ReadableError } from './readable-error.ts';
import { REPOSITORY } from './repository.ts';
import type { Stack, StackOptions } from './stack-parts.ts';

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

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a listener on this host is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

export function networkWarning(host: string): string {
  return (
    `WARNING:      HOST=${host} opens this stack to the network. It has no TLS of its own, and its Node and PostgreSQL come from npm ` +
    '(docs/dependencies.md lists their open findings). For a public server see docs/operators-first-day.md.'
  );
}

/** Says so when the log is called by an address that the site no longer has; its verifiers know it by that name. */
export async function logNameNotice({
  url,
  databaseUrl,
}: Pick<Stack, 'url' | 'databaseUrl'>): Promise<string | undefined> {
  const name = (await withClient(databaseUrl, readSignedHead))?.name;
  if (!name || name === `${new URL(url).host}/log`) return undefined;
  return `Log:          it keeps the name ${name}, which its verifiers know`;
}

/** The one-line message for the terminal, or undefined for a defect whose stack is needed. */
export function startFailure(error: unknown, dataDir: string | undefined): string | undefined {
  if (isDiskFull(error))
    return `The disk of ${dataDir ?? 'the data folder'} is full: make room (a first start needs about 200 MB) and start again`;
  return oneLine(error);
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ENOSPC' ||
    /ENOSPC|No space left on device|HINT: +Check free disk space/.test(error.message) ||
    isDiskFull(error.cause)
  );
}

/** A second SIGINT within this time is a duplicate: npm forwards the one that the terminal sent to all processes. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Stops on the first signal, or when the parent process has ended, and exits with 0; a second signal kills. Answers the
 * parent's pings meanwhile.
 * @returns whether it is stopping
 */
export function stopOnSignals({
  stop,
  kill,
}: {
  stop: () => Promise<void> | undefined;
  kill: () => void;
}): () => boolean {
  let since: number | undefined;
  const onSignal = () => {
    const now = Date.now();
    if (since !== undefined) {
      if (now - since < SAME_SIGNAL_MS) return;
      console.log('Killing everything.');
      kill();
      process.exit(130);
    }
    since = now;
    console.log('Stopping …');
    void stop()?.then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('disconnect', onSignal);
  // The starter pings over the IPC channel, which no client can exhaust.
  process.on('message', (message) => {
    if (message === 'ping') process.send?.('pong', undefined, {}, () => {});
  });
  process.channel?.unref();
  return () => since !== undefined;
}
