import { createHmac } from 'node:crypto';
import cookie from '@fastify/cookie';
import session from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isHttps } from '../security/content-security-policy.ts';

declare module 'fastify' {
  interface Session {
    /** The logged-in admin, if any. `until` is in milliseconds since 1970. */
    admin?: { id: number; passwordVersion: number; until: number };
  }
}

const HOUR_MS = 3_600_000;

/** The session cookie's name and options, for setting and clearing it. */
export function sessionCookie({ config }: Pick<Context, 'config'>) {
  const secure = isHttps(config.PUBLIC_ORIGIN);
  return {
    // The prefix binds the cookie to this host: a sibling site cannot set it.
    name: secure ? '__Host-admin' : 'admin',
    secure,
    maxAgeMs: config.ADMIN_SESSION_HOURS * HOUR_MS,
  };
}

/** When a session is replaced, the plugin both clears the old cookie and sets the new one, by the same name. */
async function setEachCookieOnce(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const set = reply.getHeader('set-cookie');
  if (!Array.isArray(set)) return;
  const byName = new Map(set.map((cookie) => [cookie.split('=', 1)[0], cookie]));
  reply.removeHeader('set-cookie').header('set-cookie', [...byName.values()]);
}

/** Provides `request.session` to all routes of this scope. The cookie is set only on login. */
export function addSessions(scope: FastifyInstance, context: Context): void {
  const { name, secure, maxAgeMs } = sessionCookie(context);
  scope.register(cookie);
  scope.register(session, {
    secret: createHmac('sha256', context.config.SESSION_SECRET).update('sessions').digest('hex'),
    store: context.sessions,
    cookieName: name,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: maxAgeMs },
    saveUninitialized: false,
    // The cookie expires with the session's maximum age; the store handles the idle timeout.
    rolling: false,
  });
  scope.after(() => scope.addHook('onSend', setEachCookieOnce));
}
