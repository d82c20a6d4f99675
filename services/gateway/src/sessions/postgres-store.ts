import { createHash } from 'node:crypto';
import type { Database } from '@naughty-list/service-kit/database/database';
import { databaseFault } from '@naughty-list/service-kit/database/database-faults';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Session } from 'fastify';
import { orUnavailable } from '../database.ts';
import type { SessionStore } from './session-store.ts';

/** Minimum interval between updates of a session's last use. */
const RECORD_EVERY_MS = 60_000;

type Row = { data: Session; last_seen_at: Date };

/** Admin sessions in the table `sessions`. A session without an admin is not stored. */
export function createPostgresStore(db: Database, clock: Clock, idleMs: number): SessionStore {
  const sessions = () => db('sessions');
  const opened = new WeakSet<Session>();
  const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('base64url');

  async function get(sessionId: string): Promise<Session | undefined> {
    const id = hashOf(sessionId);
    const now = clock.now();
    const row: Row | undefined = await sessions()
      .where({ id })
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', new Date(now.getTime() - idleMs))
      .first('data', 'last_seen_at');
    if (row && now.getTime() - row.last_seen_at.getTime() >= Math.min(RECORD_EVERY_MS, idleMs / 10)) {
      await recordUse(id, now);
    }
    return row?.data;
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
    const kept = {
      data: JSON.stringify(session),
      last_seen_at: now,
      expires_at: new Date(session.admin.until),
    };
    const id = hashOf(sessionId);
    if (!opened.delete(session)) {
      await sessions().where({ id }).update(kept);
      return;
    }
    await sessions().insert({ id, admin_id: session.admin.id, ...kept });
    await sessions()
      .where('expires_at', '<=', now)
      .orWhere('last_seen_at', '<=', new Date(now.getTime() - idleMs))
      .delete();
  }

  return {
    open: (session) => void opened.add(session),
    get: (sessionId, done) => {
      orUnavailable(get(sessionId)).then((session) => done(null, session ?? null), done);
    },
    set: (sessionId, session, done) => {
      orUnavailable(set(sessionId, session)).then(() => done(), done);
    },
    destroy: (sessionId, done) => {
      const deleted = sessions()
        .where({ id: hashOf(sessionId) })
        .delete();
      orUnavailable(deleted).then(() => done(), done);
    },
  };
}
