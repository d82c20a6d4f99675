import { createHmac } from 'node:crypto';
import cookie from '@fastify/cookie';
import session from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isHttps } from '../security/content-security-policy.ts';

declare module 'fastify' {
  interface Session {
    /** Who has logged in; absent for everybody else. `until` is in milliseconds since 1970. */
    admin?: { id: number; passwordVersion: number; until: number };
  }
}

const HOUR_MS = 3_600_000;

/** The session cookie's name and how long it may live, for its setting and its deletion. */
export function sessionCookie({ config }: Pick<Context, 'config'>) {
  const secure = isHttps(config.PUBLIC_ORIGIN);
  return {
    // The prefix binds the cookie to this very host: a sibling site cannot plant one.
    name: secure ? '__Host-admin' : 'admin',
    secure,
    maxAgeMs: config.ADMIN_SESSION_HOURS * HOUR_MS,
  };
}

/** A new session in place of an old one: the plugin deletes the old cookie and sets the new one, by the same name. */
async function setEachCookieOnce(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const set = reply.getHeader('set-cookie');
  if (!Array.isArray(set)) return;
  const byName = new Map(set.map((cookie) => [cookie.split('=', 1)[0], cookie]));
  reply.removeHeader('set-cookie').header('set-cookie', [...byName.values()]);
}

/** `request.session` for every route of this scope. Nobody gets a cookie without logging in. */
export function addSessions(scope: FastifyInstance, context: Context): void {
  const { name, secure, maxAgeMs } = sessionCookie(context);
  scope.register(cookie);
  scope.register(session, {
    secret: createHmac('sha256', context.config.SESSION_SECRET).update('sessions').digest('hex'),
    store: context.sessions,
    cookieName: name,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: maxAgeMs },
    saveUninitialized: false,
    // The cookie ends with the session's last possible moment; the store knows who was idle too long.
    rolling: false,
  });
  scope.after(() => scope.addHook('onSend', setEachCookieOnce));
}
