import { createHmac } from 'node:crypto';
import cookie from '@fastify/cookie';
import session from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionStore } from './session-store.ts';

declare module 'fastify' {
  interface Session {
    /** The logged-in admin, if any. `until` is in milliseconds since 1970. */
    admin?: { id: number; passwordVersion: number; until: number; device: string };
    /** The secret of an authenticator app that is being set up. */
    pendingTotp?: { kept: string; until: number };
  }
}

const HOUR_MS = 3_600_000;

/** The session cookie's name and options, for setting and clearing it. */
export type SessionCookie = { name: string; secure: boolean; maxAgeMs: number };

/** `secure`: the site is served over https. The prefix then binds the cookie to this host: a sibling site cannot set it. */
export const sessionCookie = ({ secure, hours }: { secure: boolean; hours: number }): SessionCookie => ({
  name: secure ? '__Host-admin' : 'admin',
  secure,
  maxAgeMs: hours * HOUR_MS,
});

export type SessionParts = { sessionSecret: string; sessions: SessionStore; sessionCookie: SessionCookie };

/** When a session is replaced, the plugin both clears the old cookie and sets the new one, by the same name. */
async function setEachCookieOnce(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const set = reply.getHeader('set-cookie');
  if (!Array.isArray(set)) return;
  const byName = new Map(set.map((cookie) => [cookie.split('=', 1)[0], cookie]));
  reply.removeHeader('set-cookie').header('set-cookie', [...byName.values()]);
}

/** Provides `request.session` to all routes of this scope. The cookie is set only on login. */
export function addSessions(scope: FastifyInstance, parts: SessionParts): void {
  const { name, secure, maxAgeMs } = parts.sessionCookie;
  scope.register(cookie);
  scope.register(session, {
    secret: createHmac('sha256', parts.sessionSecret).update('sessions').digest('hex'),
    store: parts.sessions,
    cookieName: name,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: maxAgeMs },
    saveUninitialized: false,
    // The cookie expires with the session's maximum age; the store handles the idle timeout.
    rolling: false,
  });
  scope.after(() => scope.addHook('onSend', setEachCookieOnce));
}
