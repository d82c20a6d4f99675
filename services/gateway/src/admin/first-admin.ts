import type { Database } from '@naughty-list/service-kit/database/database';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { hasAdmins, insertAdmin } from './accounts.ts';
import { hashPassword } from './passwords.ts';

type Settings = { ADMIN_USERNAME?: string | undefined; ADMIN_PASSWORD?: string | undefined };

/** Creates the configured admin when there is none. Later changes of the settings do not affect the account. */
export async function ensureFirstAdmin(db: Database, settings: Settings, log: Log): Promise<void> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = settings;
  if (await hasAdmins(db)) return;
  if (username === undefined || password === undefined) {
    log.warn('there is no admin yet: npm run admin -- create makes one');
  } else if (await insertAdmin(db, username, await hashPassword(password))) {
    log.info({ admin: username }, 'created the first admin');
  }
}
