import { execFileSync } from 'node:child_process';
import { ReadableError } from './readable-error.ts';

/** User of a child process; empty for the current one. Compatible with the options of `spawn`. */
export type RunAs = { uid?: number; gid?: number };

const USER = 'naughty-list';

/** PostgreSQL's usual system users: `postgres` on Linux, `_postgres` on macOS. */
const KNOWN_USERS = [USER, 'postgres', '_postgres'];

/**
 * PostgreSQL refuses to run as root, so root selects a system user, or creates one.
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
    // Handled below, with advice for doing it manually.
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
