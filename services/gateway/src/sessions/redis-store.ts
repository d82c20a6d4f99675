import { createHash } from 'node:crypto';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Clock } from '@naughty-list/service-kit/clock';
import type { Redis } from '@naughty-list/service-kit/redis';
import type { Session } from 'fastify';
import type { SessionStore } from './session-store.ts';

const PREFIX = 'naughty-list:session:';
const RETRY_SECONDS = 5;

/**
 * Sessions of admins in Redis, under a hash of the cookie's value. Redis forgets a session that was not asked for during
 * the idle time. A session without an admin is not kept: nobody has logged in.
 */
export function createRedisStore(redis: Redis, clock: Clock, idleMs: number): SessionStore {
  const keyOf = (sessionId: string) =>
    `${PREFIX}${createHash('sha256').update(sessionId).digest('base64url')}`;
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
    if (session.admin && left > 0) await redis.set(keyOf(sessionId), JSON.stringify(session), 'PX', left);
  }

  return {
    get: (sessionId, done) => {
      get(sessionId).then(
        (session) => done(null, session),
        () => done(away()),
      );
    },
    set: (sessionId, session, done) => {
      set(sessionId, session).then(
        () => done(),
        () => done(away()),
      );
    },
    destroy: (sessionId, done) => {
      redis.del(keyOf(sessionId)).then(
        () => done(),
        () => done(away()),
      );
    },
  };
}

/** The connection itself logs that it is lost; whoever wants in is asked to try again. */
const away = () =>
  new ApiError('service_unavailable', 'The admin panel is not available right now. Please try again.', {
    retryAfter: RETRY_SECONDS,
  });
