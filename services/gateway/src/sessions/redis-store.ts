import { createHash } from 'node:crypto';
import type { Redis } from '@naughty-list/service-kit/database/redis';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Session } from 'fastify';
import { panelUnavailable } from '../database.ts';
import type { SessionStore } from './session-store.ts';

const PREFIX = 'naughty-list:session:';

/**
 * Admin sessions in Redis, under a hash of the cookie value; they expire after the idle timeout. A session without an
 * admin is not stored.
 */
export function createRedisStore(redis: Redis, clock: Clock, idleMs: number): SessionStore {
  const keyOf = (sessionId: string) =>
    `${PREFIX}${createHash('sha256').update(sessionId).digest('base64url')}`;
  const opened = new WeakSet<Session>();
  const leftOf = ({ admin }: Session): number =>
    Math.min(idleMs, (admin?.until ?? 0) - clock.now().getTime());

  async function get(sessionId: string): Promise<Session | null> {
    const key = keyOf(sessionId);
    const text = await redis.get(key);
    if (text === null) return null;
    const session: Session = JSON.parse(text);
    const left = leftOf(session);
    if (left <= 0) return null;
    await redis.pexpire(key, left);
    return session;
  }

  async function set(sessionId: string, session: Session): Promise<void> {
    const left = leftOf(session);
    if (!session.admin || left <= 0) return;
    const [key, text] = [keyOf(sessionId), JSON.stringify(session)];
    if (opened.delete(session)) await redis.set(key, text, 'PX', left);
    else await redis.set(key, text, 'PX', left, 'XX');
  }

  return {
    open: (session) => void opened.add(session),
    get: (sessionId, done) => {
      get(sessionId).then(
        (session) => done(null, session),
        (error) => done(panelUnavailable(error)),
      );
    },
    set: (sessionId, session, done) => {
      set(sessionId, session).then(
        () => done(),
        (error) => done(panelUnavailable(error)),
      );
    },
    destroy: (sessionId, done) => {
      redis.del(keyOf(sessionId)).then(
        () => done(),
        (error) => done(panelUnavailable(error)),
      );
    },
  };
}
