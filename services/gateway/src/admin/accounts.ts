import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { type Database, secretOf } from '@naughty-list/service-kit/database/database';
import { decrypt, encrypt } from '@naughty-list/service-kit/database/encrypted';

/** An admin or moderator whose row is intact: as the product wrote it. */
export type Admin = {
  id: number;
  username: string;
  role: AdminRole;
  passwordHash: string;
  passwordVersion: number;
  /** Encrypted; null without an authenticator app. */
  totpSecret: string | null;
  hasPasskey: boolean;
};

/** The fields that a password's hash is sealed with. */
export type Account = Omit<Admin, 'passwordHash'>;

export const hasSecondFactor = ({
  totpSecret,
  hasPasskey,
}: Pick<Admin, 'totpSecret' | 'hasPasskey'>): boolean => totpSecret !== null || hasPasskey;

export type AdminSummary = {
  username: string;
  role: AdminRole;
  createdAt: Date;
  lastLoginAt: Date | null;
  hasSecondFactor: boolean;
  sessions: number;
};

const columns = {
  id: 'id',
  username: 'username',
  role: 'role',
  passwordHash: 'password_hash',
  passwordVersion: 'password_version',
  totpSecret: 'totp_secret',
};
const HAS_PASSKEY = 'exists (select from admin_passkeys where admin_id = admin_users.id)';
const hasPasskey = (db: Database) => db.raw(`${HAS_PASSKEY} as "hasPasskey"`);

/** Binds a sealed hash to its account: a row that was written in the database by hand cannot log in, nor one whose second
 * factors were deleted there. */
const sealOf = (db: Database, account: Account) => {
  const { id, username, role, passwordVersion } = account;
  const is = [id, username, role, passwordVersion, hasSecondFactor(account)];
  return { secret: secretOf(db), purpose: `account ${JSON.stringify(is)}` };
};

const seal = (db: Database, { passwordHash, ...of }: Admin): string =>
  encrypt(passwordHash, sealOf(db, of)).toString('base64');

/** Undefined if the row is not as the product wrote it. */
function unseal<Row extends Admin>(db: Database, row: Row | undefined): Row | undefined {
  const passwordHash = row && decrypt(Buffer.from(row.passwordHash, 'base64'), sealOf(db, row));
  return passwordHash === undefined ? undefined : { ...(row as Row), passwordHash };
}

export async function findAdminByName(db: Database, username: string): Promise<Admin | undefined> {
  const named = db('admin_users').whereRaw('lower(username) = lower(?)', [username]);
  return unseal(db, await named.first(columns, hasPasskey(db)));
}

/** An account's row, intact or not: for the command that sets a new password. */
export async function findAccount(db: Database, username: string): Promise<Account | undefined> {
  return db('admin_users').whereRaw('lower(username) = lower(?)', [username]).first(columns, hasPasskey(db));
}

export async function findAdminById(db: Database, id: number): Promise<Admin | undefined> {
  return unseal(db, await db('admin_users').where({ id }).first(columns, hasPasskey(db)));
}

const ACTIVE_DAYS = 30;

/**
 * The session's admin, unless the password has changed since the session was opened. `moderators` counts all accounts,
 * `activeModerators` names those that logged in within {@link ACTIVE_DAYS}: an appeal must not wait for a moderator who has left.
 */
export async function findAdminOfSession(
  db: Database,
  { id, passwordVersion }: { id: number; passwordVersion: number },
): Promise<(Admin & { moderators: number; activeModerators: string }) | undefined> {
  const activeModerators = db.raw(
    `(select coalesce(string_agg(username, ','), '') from admin_users where last_login_at > now() - interval '${ACTIVE_DAYS} days')`,
  );
  const row = await db('admin_users')
    .where({ id, password_version: passwordVersion })
    .first(
      { ...columns, moderators: db.raw('(select count(*)::int from admin_users)'), activeModerators },
      hasPasskey(db),
    );
  return unseal(db, row);
}

export async function listAdmins(db: Database): Promise<AdminSummary[]> {
  return db('admin_users')
    .orderBy('username')
    .select({
      username: 'username',
      role: 'role',
      createdAt: 'created_at',
      lastLoginAt: 'last_login_at',
      hasSecondFactor: db.raw(`totp_secret is not null or ${HAS_PASSKEY}`),
      sessions: db.raw(
        '(select count(*)::int from sessions where admin_id = admin_users.id and expires_at > now())',
      ),
    });
}

export async function hasAdmins(db: Database): Promise<boolean> {
  return (await db('admin_users').first('id')) !== undefined;
}

/** False if the username is taken (case-insensitive). */
export async function insertAdmin(
  db: Database,
  username: string,
  passwordHash: string,
  role: AdminRole = 'admin',
): Promise<boolean> {
  const { rows } = await db.raw("select nextval(pg_get_serial_sequence('admin_users', 'id'))::int as id");
  const { id } = rows[0];
  const password_hash = seal(db, {
    id,
    username,
    role,
    passwordHash,
    passwordVersion: 1,
    totpSecret: null,
    hasPasskey: false,
  });
  const made = await db('admin_users')
    .insert({ id, username, password_hash, role })
    .onConflict()
    .ignore()
    .returning('id');
  return made.length > 0;
}

/** Also ends all sessions of the admin. Returns the password's new version; undefined when it was changed meanwhile. */
export async function changePassword(
  db: Database,
  { id, passwordVersion: before }: Pick<Account, 'id' | 'passwordVersion'>,
  passwordHash: string,
): Promise<number | undefined> {
  const passwordVersion = before + 1;
  return db.transaction(async (trx) => {
    const account = await lockAccount(trx, id);
    if (account?.passwordVersion !== before) return undefined;
    const password_hash = seal(trx, { ...account, passwordHash, passwordVersion });
    await trx('admin_users').where({ id }).update({ password_hash, password_version: passwordVersion });
    return passwordVersion;
  });
}

async function lockAccount(trx: Database, id: number): Promise<Admin | undefined> {
  // Lock first, then read: a single query would see the passkeys from before the lock.
  await trx('admin_users').where({ id }).forUpdate().first('id');
  return trx('admin_users').where({ id }).first(columns, hasPasskey(trx));
}

/** Changes the second factors of an account and seals its row again with the new ones. */
export async function changeFactors<Changed>(
  db: Database,
  id: number,
  change: (trx: Database) => Promise<Changed>,
): Promise<Changed> {
  return db.transaction(async (trx) => {
    const before = unseal(trx, await lockAccount(trx, id));
    const changed = await change(trx);
    const now = await lockAccount(trx, id);
    if (before && now) {
      const password_hash = seal(trx, { ...now, passwordHash: before.passwordHash });
      await trx('admin_users').where({ id }).update({ password_hash });
    }
    return changed;
  });
}

/** For the bridge: seals the accounts of the previous release, whose hashes were not. */
export async function sealAccounts(db: Database): Promise<void> {
  const rows: Admin[] = await db('admin_users').select(columns, hasPasskey(db));
  for (const row of rows)
    await db('admin_users')
      .where({ id: row.id })
      .update({ password_hash: seal(db, row) });
}

/** Deletes the account, its second factors and its sessions. False when the username is unknown. */
export async function removeAdmin(db: Database, username: string): Promise<boolean> {
  const removed = await db('admin_users').whereRaw('lower(username) = lower(?)', [username]).delete();
  return removed > 0;
}

/** Records a login. False when the account was removed or its password changed meanwhile. */
export async function recordLogin(
  db: Database,
  { id, passwordVersion }: { id: number; passwordVersion: number },
  now: Date,
): Promise<boolean> {
  const recorded = await db('admin_users')
    .where({ id, password_version: passwordVersion })
    .update({ last_login_at: now });
  return recorded > 0;
}
