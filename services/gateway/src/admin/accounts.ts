import type { AdminRole } from '@naughty-list/contracts/admin-session';
import type { Database } from '@naughty-list/service-kit/database/database';

/** A row of the admins table. */
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
const hasPasskey = (db: Database) =>
  db.raw('exists (select from admin_passkeys where admin_id = admin_users.id) as "hasPasskey"');

export async function findAdminByName(db: Database, username: string): Promise<Admin | undefined> {
  return db('admin_users').whereRaw('lower(username) = lower(?)', [username]).first(columns, hasPasskey(db));
}

export async function findAdminById(db: Database, id: number): Promise<Admin | undefined> {
  return db('admin_users').where({ id }).first(columns, hasPasskey(db));
}

/** The session's admin, unless the password has changed since the session was opened. `moderators` counts all accounts. */
export async function findAdminOfSession(
  db: Database,
  { id, passwordVersion }: { id: number; passwordVersion: number },
): Promise<(Admin & { moderators: number }) | undefined> {
  return db('admin_users')
    .where({ id, password_version: passwordVersion })
    .first({ ...columns, moderators: db.raw('(select count(*)::int from admin_users)') }, hasPasskey(db));
}

export async function listAdmins(db: Database): Promise<AdminSummary[]> {
  return db('admin_users')
    .orderBy('username')
    .select({
      username: 'username',
      role: 'role',
      createdAt: 'created_at',
      lastLoginAt: 'last_login_at',
      hasSecondFactor: db.raw(
        'totp_secret is not null or exists (select from admin_passkeys where admin_id = admin_users.id)',
      ),
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
  const made = await db('admin_users')
    .insert({ username, password_hash: passwordHash, role })
    .onConflict()
    .ignore()
    .returning('id');
  return made.length > 0;
}

/** Ends all sessions of the admin. The new version of the password; undefined when the username is unknown. */
export async function changePassword(
  db: Database,
  username: string,
  passwordHash: string,
): Promise<number | undefined> {
  const [changed] = await db('admin_users')
    .whereRaw('lower(username) = lower(?)', [username])
    .update({ password_hash: passwordHash, password_version: db.raw('password_version + 1') })
    .returning<{ password_version: number }[]>('password_version');
  return changed?.password_version;
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
