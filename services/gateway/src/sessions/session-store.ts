import type { Session } from 'fastify';

type Done = (error?: unknown) => void;

/**
 * A session store with the interface of express-session: ids are the cookie's, results are passed to callbacks. A
 * session expires at `cookie.expires` or after the idle timeout.
 */
export type SessionStore = {
  /**
   * Allows the next `set` of this object to create a session; called on login. Any other `set` only updates an
   * existing one, so a late save cannot undo a logout.
   */
  open(session: Session): void;
  get(sessionId: string, done: (error: unknown, session?: Session | null) => void): void;
  set(sessionId: string, session: Session, done: Done): void;
  destroy(sessionId: string, done: Done): void;
};
