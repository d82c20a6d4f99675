import { randomBytes } from 'node:crypto';
import { Signer } from '@fastify/cookie';
import type { AdminStatus } from '@naughty-list/contracts/admin-session';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../sessions/add-sessions.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Admin } from './accounts.ts';

// The maximum lifetime that browsers allow.
const DEVICE_MAX_AGE_S = 400 * 24 * 3_600;

export type OpenSessionParts = {
  clock: Clock;
  knownDevices: KnownDevices;
  sessions: SessionStore;
  sessionCookie: SessionCookie;
};

/** Opens a session of an admin who has proven who they are, and remembers the browser. */
export async function openSession(
  { clock, knownDevices: devices, sessions, sessionCookie: { maxAgeMs, secure } }: OpenSessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, username, role, passwordVersion }: Pick<Admin, 'id' | 'username' | 'role' | 'passwordVersion'>,
): Promise<AdminStatus> {
  // A new session id prevents session fixation.
  await request.session.regenerate();
  const until = clock.now().getTime() + maxAgeMs;
  request.session.admin = { id, passwordVersion, until, device: deviceOf(request.headers['user-agent']) };
  sessions.open(request.session);
  await request.session.save().catch((error: unknown) => {
    // Otherwise the response would save the session again and change its cookie.
    delete request.session.admin;
    throw error;
  });
  const known = devices.recognise(request.cookies[devices.cookieName], username);
  reply.setCookie(devices.cookieName, devices.remember(username, known), {
    path: '/',
    maxAge: DEVICE_MAX_AGE_S,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  });
  request.log.info({ admin: username }, 'logged in');
  return { authenticated: true, username, role };
}

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox on Windows`: enough to tell one's own sessions apart. */
function deviceOf(userAgent = ''): string {
  const nameIn = (names: readonly (readonly [mark: string, name: string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  return [nameIn(browsers) ?? 'Unknown browser', nameIn(systems)].filter(Boolean).join(' on ');
}

/**
 * Browsers that an admin has logged in from before, recognised by a signed cookie (OWASP, "Slow Down Online Guessing
 * Attacks with Device Cookies"). The cookie grants no access; it only gives the browser its own attempt budget, which
 * other clients at the same address cannot exhaust.
 */
export type KnownDevices = {
  cookieName: string;
  /** The device id, when the cookie was issued for that username. */
  recognise(cookie: string | undefined, username: string): string | undefined;
  /** The cookie value to set after a login. A device keeps its id. */
  remember(username: string, device: string | undefined): string;
};

const ID_BYTES = 18;

export function createKnownDevices(secret: string, { secure }: { secure: boolean }): KnownDevices {
  const signerOf = (username: string) => new Signer(`admin-devices ${username.toLowerCase()} ${secret}`);
  return {
    cookieName: secure ? '__Host-admin-device' : 'admin-device',
    recognise(cookie, username) {
      const { valid, value } = signerOf(username).unsign(cookie ?? '');
      return valid ? value : undefined;
    },
    remember: (username, device) =>
      signerOf(username).sign(device ?? randomBytes(ID_BYTES).toString('base64url')),
  };
}
