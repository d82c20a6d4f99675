import { createHash } from 'node:crypto';
import { callbackify } from 'node:util';
import { type Database, databaseFault, secretOf } from '@naughty-list/service-kit/database/database';
import { decrypt, encrypt } from '@naughty-list/service-kit/database/encrypted';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Session } from 'fastify';

/**
 * A session store with the interface of express-session: ids are the cookie's, results are passed to callbacks. A
 * session expires at `cookie.expires` or after the idle timeout.
 */
export type SessionStore = ReturnType<typeof createSessionStore>;

/** A session's id in the table: reading it does not suffice to take the session over. */
export const storedId = (sessionId: string) => createHash('sha256').update(sessionId).digest('base64url');

/** Minimum interval between updates of a session's last use. */
const RECORD_EVERY_MS = 60_000;

type Row = { data: string; last_seen_at: Date };

/** Admin sessions in the table `sessions`. A session without an admin is not stored. */
export function createSessionStore(db: Database, clock: Clock, idleMs: number) {
  const sessions = () => db('sessions');
  const opened = new WeakSet<Session>();
  const useOf = (id: string) => ({ secret: secretOf(db), purpose: `session ${id}` });

  async function get(sessionId: string): Promise<Session | undefined> {
    const id = storedId(sessionId);
    const now = clock.now();
    const row: Row | undefined = await sessions()
      .where({ id })
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', new Date(now.getTime() - idleMs))
      .first('data', 'last_seen_at');
    if (row && now.getTime() - row.last_seen_at.getTime() >= Math.min(RECORD_EVERY_MS, idleMs / 10)) {
      await recordUse(id, now);
    }
    const data = row && decrypt(Buffer.from(row.data, 'base64'), useOf(id));
    return data === undefined ? undefined : JSON.parse(data);
  }

  /** A read-only database still lets admins read. */
  async function recordUse(id: string, now: Date): Promise<void> {
    await sessions()
      .where({ id })
      .update({ last_seen_at: now })
      .catch((error: unknown) => {
        if (!databaseFault(error)) throw error;
      });
  }

  async function set(sessionId: string, session: Session): Promise<void> {
    if (!session.admin) return;
    const now = clock.now();
    const id = storedId(sessionId);
    const kept = {
      data: encrypt(JSON.stringify(session), useOf(id)).toString('base64'),
      last_seen_at: now,
      expires_at: new Date(session.admin.until),
    };
    if (!opened.delete(session)) {
      await sessions().where({ id }).update(kept);
      return;
    }
    await sessions().insert({
      id,
      admin_id: session.admin.id,
      device: session.admin.device,
      opened_at: now,
      ...kept,
    });
    await sessions()
      .where('expires_at', '<=', now)
      .orWhere('last_seen_at', '<=', new Date(now.getTime() - idleMs))
      .delete();
  }

  async function destroy(sessionId: string): Promise<void> {
    await sessions()
      .where({ id: storedId(sessionId) })
      .delete();
  }

  return {
    /**
     * Allows the next `set` of this object to create a session; called on login. Any other `set` only updates an
     * existing one, so a late save cannot undo a logout.
     */
    open: (session: Session) => void opened.add(session),
    get: callbackify(get),
    set: callbackify(set),
    destroy: callbackify(destroy),
  };
}

/** The open sessions of an account, the last used first. */
export const listSessions = (
  db: Database,
  { adminId, now, idleMs }: { adminId: number; now: Date; idleMs: number },
) =>
  db('sessions')
    .where({ admin_id: adminId })
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - idleMs))
    .orderBy('last_seen_at', 'desc')
    .select('id', 'device', 'opened_at as openedAt', 'last_seen_at as lastSeenAt');

/** Ends one session of an account, or all but one. How many ended. */
export async function endSessions(
  db: Database,
  { adminId, ...which }: { adminId: number } & ({ id: string } | { allBut: string }),
): Promise<number> {
  const own = db('sessions').where({ admin_id: adminId });
  return 'id' in which ? own.where({ id: which.id }).delete() : own.whereNot({ id: which.allBut }).delete();
}
