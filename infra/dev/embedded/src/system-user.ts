import { execFileSync } from 'node:child_process';
import { ReadableError } from './readable-error.ts';

/** Whom a child process runs as; empty for "as we are". Fits into the options of `spawn`. */
export type RunAs = { uid?: number; gid?: number };

const USER = 'naughty-list';

/** Users that systems bring for PostgreSQL: `postgres` on Linux, `_postgres` on macOS. */
const KNOWN_USERS = [USER, 'postgres', '_postgres'];

/**
 * PostgreSQL refuses to run as root, so root finds a system user for it and creates one when there is none.
 *
 * @throws ReadableError when there is none and none can be created
 */
export function databaseUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const known = KNOWN_USERS.map(lookUp).find((user) => user !== undefined);
  if (known) return known;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', USER], {
      stdio: 'ignore',
    });
  } catch {
    // Falls through to the line below, which says what to do by hand.
  }
  const created = lookUp(USER);
  if (created) return created;
  throw new ReadableError(
    `PostgreSQL does not run as root and the system user ${USER} could not be created: create it, or start as a normal user`,
  );
}

function lookUp(name: string): RunAs | undefined {
  try {
    const read = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return undefined;
  }
}
