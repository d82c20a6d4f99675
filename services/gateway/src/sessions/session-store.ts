import type { Session } from 'fastify';

type Done = (error?: unknown) => void;

/**
 * Where sessions are kept, with the interface of express-session: ids are those of the cookie, answers come by callback.
 * A store forgets a session that has expired (`cookie.expires`) or was not asked for during the idle time.
 */
export type SessionStore = {
  /**
   * The next `set` of this very object is that of a login, and makes a session. Every other one changes a session that is there,
   * and nothing where a logout was faster: what is saved late brings nobody back.
   */
  open(session: Session): void;
  get(sessionId: string, done: (error: unknown, session?: Session | null) => void): void;
  set(sessionId: string, session: Session, done: Done): void;
  destroy(sessionId: string, done: Done): void;
};
