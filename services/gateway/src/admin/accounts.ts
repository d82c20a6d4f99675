import type { AdminRole } from '@naughty-list/contracts/admin-session';
import type { Database } from '@naughty-list/service-kit/database/database';

/** A row of the admins table. */
export type Admin = {
  id: number;
  username: string;
  role: AdminRole;
  passwordHash: string;
  passwordVersion: number;
};

export type AdminSummary = { username: string; role: AdminRole; createdAt: Date; lastLoginAt: Date | null };

const columns = {
  id: 'id',
  username: 'username',
  role: 'role',
  passwordHash: 'password_hash',
  passwordVersion: 'password_version',
};

export async function findAdminByName(db: Database, username: string): Promise<Admin | undefined> {
  return db('admin_users').whereRaw('lower(username) = lower(?)', [username]).first(columns);
}

/** The session's admin, unless the password has changed since the session was opened. `moderators` counts all accounts. */
export async function findAdminOfSession(
  db: Database,
  { id, passwordVersion }: { id: number; passwordVersion: number },
): Promise<(Admin & { moderators: number }) | undefined> {
  return db('admin_users')
    .where({ id, password_version: passwordVersion })
    .first({ ...columns, moderators: db.raw('(select count(*)::int from admin_users)') });
}

export async function listAdmins(db: Database): Promise<AdminSummary[]> {
  return db('admin_users')
    .orderBy('username')
    .select({ username: 'username', role: 'role', createdAt: 'created_at', lastLoginAt: 'last_login_at' });
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

/** Ends all sessions of the admin. False when the username is unknown. */
export async function changePassword(db: Database, username: string, passwordHash: string): Promise<boolean> {
  const changed = await db('admin_users')
    .whereRaw('lower(username) = lower(?)', [username])
    .update({ password_hash: passwordHash, password_version: db.raw('password_version + 1') });
  return changed > 0;
}

/** Deletes the account and its sessions. False when the username is unknown. */
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
