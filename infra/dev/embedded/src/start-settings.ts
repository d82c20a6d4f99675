import { join, resolve } from 'node:path';
import { ReadableError } from './readable-error.ts';
import { REPOSITORY } from './repository.ts';
import type { StackOptions } from './stack-parts.ts';

/** The embedded stack's own affair: a value that the terminal holds for another project must not lead a service astray. */
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
];

/** Where wallets look for a chain on the own machine. */
const USUAL_CHAIN_PORT = 8899;

/**
 * What `npm start` takes from the environment: `HOST` (127.0.0.1), `PORT` (8080), `DATA_DIR` (`.data` in the repository),
 * `DATABASE_URL` (without it, the PostgreSQL that comes along is started);
 * every other setting goes to the services as it is, and to the local chain when its name begins with `CHAIN_`.
 *
 * @throws ReadableError when PORT is not a port
 */
export function readStartSettings(env: Record<string, string | undefined>): StackOptions {
  const port = Number(env.PORT || 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ReadableError(
      `PORT=${env.PORT} is not a port: choose a number from 1 to 65535, e.g. PORT=8080`,
    );
  }
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
