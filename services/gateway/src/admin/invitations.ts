import { randomBytes } from 'node:crypto';
import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { type Database, makeMac } from '@naughty-list/service-kit/database/database';
import { insertAdmin } from './accounts.ts';

const LIFETIME_MS = 3 * 24 * 3_600_000;

type Row = {
  id: number;
  token_hash: string;
  username: string;
  role: AdminRole;
  invited_by: string;
  expires_at: Date;
};

type Invitation = Omit<Row, 'id' | 'token_hash'>;

/** Covers the invitation's other columns, too, so that none can be made or changed in the database by hand. */
const hashOf = (db: Database, token: string, { username, role, invited_by, expires_at }: Invitation) =>
  makeMac(db, 'invitations', [token, username, role, invited_by, expires_at]).toString('base64url');

/** Returns the token, which is not stored. */
export async function insertInvitation(
  db: Database,
  { username, role, by, now }: { username: string; role: AdminRole; by: string; now: Date },
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + LIFETIME_MS);
  const invitation = { username, role, invited_by: by, expires_at };
  await db('admin_invitations').insert({ ...invitation, token_hash: hashOf(db, token, invitation) });
  return { token, expiresAt: expires_at.toISOString() };
}

export const listInvitations = (db: Database, now: Date) =>
  db('admin_invitations')
    .where('expires_at', '>', now)
    .orderBy('id')
    .select('id', 'username', 'role', 'invited_by as invitedBy', 'expires_at as expiresAt');

/** False when there is none of this id. */
export async function deleteInvitation(db: Database, id: number): Promise<boolean> {
  return (await db('admin_invitations').where({ id }).delete()) > 0;
}

/** The invitation of a token; undefined when it is unknown, expired or used. */
export async function findInvitation(db: Database, token: string, now: Date): Promise<Row | undefined> {
  const rows: Row[] = await db<Row>('admin_invitations').where('expires_at', '>', now);
  return rows.find((row) => row.token_hash === hashOf(db, token, row));
}

/** Creates the account, once. `taken`: the username exists by now. */
export async function acceptInvitation(
  db: Database,
  {
    id,
    username,
    role,
    passwordHash,
  }: { id: number; username: string; role: AdminRole; passwordHash: string },
): Promise<'created' | 'taken' | 'gone'> {
  return db.transaction(async (tx) => {
    if (!(await deleteInvitation(tx, id))) return 'gone';
    return (await insertAdmin(tx, username, passwordHash, role)) ? 'created' : 'taken';
  });
}
