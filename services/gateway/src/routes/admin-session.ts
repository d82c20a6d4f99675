import {
  type AdminStatus,
  getAdminStatus,
  Login,
  logIn,
  logOut,
} from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Admin } from '../admin/accounts.ts';
import type { KnownDevices } from '../admin/known-devices.ts';
import type { Logins } from '../admin/logins.ts';
import { adminOf } from '../admin/require-admin.ts';
import type { SessionCookie } from '../sessions/add-sessions.ts';
import type { SessionStore } from '../sessions/session-store.ts';

export type AdminSessionParts = {
  db: Database;
  clock: Clock;
  logins: Logins;
  knownDevices: KnownDevices;
  sessions: SessionStore;
  sessionCookie: SessionCookie;
  limit: onRequestHookHandler;
};

const LOGIN_LIMIT_BYTES = 4_096;
// The maximum lifetime that browsers allow.
const DEVICE_MAX_AGE_S = 400 * 24 * 3_600;

/** Log in, log out, and whether the caller is logged in. */
export function addAdminSession(scope: FastifyInstance, parts: AdminSessionParts): void {
  addLogIn(scope, parts);
  addLogOut(scope, parts);
  const { db, limit } = parts;
  scope.route({
    method: getAdminStatus.method,
    url: getAdminStatus.path,
    onRequest: limit,
    handler: async (request): Promise<AdminStatus> => {
      const admin = await adminOf(db, request);
      return admin ? statusOf(admin) : { authenticated: false };
    },
  });
}

const statusOf = ({ username, role }: Admin): AdminStatus => ({ authenticated: true, username, role });

function addLogIn(scope: FastifyInstance, parts: AdminSessionParts): void {
  const { logins, knownDevices: devices, sessions, clock } = parts;
  const { secure, maxAgeMs } = parts.sessionCookie;

  async function openSession(
    request: FastifyRequest,
    admin: { id: number; passwordVersion: number },
  ): Promise<void> {
    // A new session id prevents session fixation.
    await request.session.regenerate();
    const { id, passwordVersion } = admin;
    request.session.admin = { id, passwordVersion, until: clock.now().getTime() + maxAgeMs };
    sessions.open(request.session);
    await request.session.save().catch((error: unknown) => {
      // Otherwise the response would save the session again and change its cookie.
      delete request.session.admin;
      throw error;
    });
  }

  function rememberDevice(reply: FastifyReply, username: string, device: string | undefined): void {
    reply.setCookie(devices.cookieName, devices.remember(username, device), {
      path: '/',
      maxAge: DEVICE_MAX_AGE_S,
      httpOnly: true,
      sameSite: 'strict',
      secure,
    });
  }

  scope.route({
    method: logIn.method,
    url: logIn.path,
    bodyLimit: LOGIN_LIMIT_BYTES,
    handler: async (request, reply): Promise<AdminStatus> => {
      const login = Login.safeParse(request.body ?? {});
      if (!login.success) throw new ApiError('invalid_input', login.error.issues[0]?.message ?? '');
      const device = devices.recognise(request.cookies[devices.cookieName], login.data.username);
      const { clientId, ip } = request;
      // Do not log the username: it may be a mistyped password.
      const admin = await logins.check(login.data, { ip, device }).catch((error: unknown) => {
        if (error instanceof ApiError) request.log.warn({ clientId, code: error.code }, 'login refused');
        throw error;
      });
      await openSession(request, admin);
      rememberDevice(reply, admin.username, device);
      request.log.info({ admin: admin.username }, 'logged in');
      return statusOf(admin);
    },
  });
}

function addLogOut(scope: FastifyInstance, { sessionCookie, limit }: AdminSessionParts): void {
  const { name, secure } = sessionCookie;
  scope.route({
    method: logOut.method,
    url: logOut.path,
    onRequest: limit,
    handler: async (request, reply) => {
      if (request.session.admin) await request.session.destroy();
      if (request.cookies[name]) {
        reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'strict', secure });
      }
      return reply.code(204).send();
    },
  });
}
