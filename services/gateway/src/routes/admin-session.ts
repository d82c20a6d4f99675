import * as accounts from '@naughty-list/contracts/admin-accounts';
import { getAdminStatus, Login, logIn, logOut } from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import { route } from '@naughty-list/service-kit/http/route';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { findAdminById, findAdminByName, recordLogin } from '../admin/accounts.ts';
import { recordAccountChange } from '../admin/admin-log.ts';
import { findInvitation, acceptInvitation as redeemInvitation } from '../admin/invitations.ts';
import type { Logins } from '../admin/logins.ts';
import { type OpenSessionParts, openSession } from '../admin/open-session.ts';
import type { Passkeys } from '../admin/passkeys.ts';
import { hashPassword, passwordFault } from '../admin/passwords.ts';
import { adminOf } from '../admin/require-admin.ts';

export type AdminSessionParts = OpenSessionParts & {
  db: Database;
  logins: Logins;
  passkeys: Passkeys;
  /** The site's origin, if configured. */
  origin: string | undefined;
  limit: onRequestHookHandler;
};

const LOGIN_LIMIT_BYTES = 4_096;

/** The origin that the browser shows, to which passkeys belong. */
export function originOf(
  { protocol, host, hostname }: FastifyRequest,
  configured: string | undefined,
): string {
  // Browsers offer passkeys at localhost, but not at the address that a local start names.
  const isLocal = configured && hostname === 'localhost' && new URL(configured).hostname === '127.0.0.1';
  return configured && !isLocal ? configured : `${protocol}://${host}`;
}

/** Log in by password, passkey or invitation, log out, and whether the caller is logged in. */
export function addAdminSession(scope: FastifyInstance, parts: AdminSessionParts): void {
  const { db, logins, passkeys, knownDevices: devices, sessionCookie, limit, origin, clock } = parts;
  const limited = { onRequest: limit };
  const routes = [
    route(
      getAdminStatus,
      async ({ raw }) => {
        const admin = await adminOf(db, raw);
        return admin
          ? { authenticated: true, username: admin.username, role: admin.role }
          : { authenticated: false };
      },
      limited,
    ),

    route(
      accounts.startPasskeyLogin,
      async ({ raw }) => (await passkeys.loginOptions(originOf(raw, origin))) as Record<string, unknown>,
      limited,
    ),

    route(
      accounts.logInWithPasskey,
      async ({ raw, reply, body: { response }, clientId }) => {
        const id = await passkeys.logIn(originOf(raw, origin), response);
        const admin = id === undefined ? undefined : await findAdminById(db, id);
        if (!admin || !(await recordLogin(db, admin, clock.now()))) {
          raw.log.warn({ clientId, code: 'invalid_login' }, 'login refused');
          throw new ApiError('invalid_login', accounts.adminAccountTexts.passkeyRefused);
        }
        const status = await openSession(parts, raw, reply, admin);
        await recordOwn(db, admin.username, 'Logged in with a passkey');
        return status;
      },
      limited,
    ),

    route(
      accounts.acceptInvitation,
      async ({ raw, reply, body: { token, password } }) => {
        const invitation = await findInvitation(db, token, clock.now());
        if (!invitation) throw new ApiError('not_found', accounts.adminAccountTexts.unknownInvitation);
        const { id, username, role } = invitation;
        const fault = passwordFault(password, username);
        if (fault) throw new ApiError('invalid_input', fault, { field: 'password' });
        const passwordHash = await hashPassword(password);
        const outcome = await redeemInvitation(db, { id, username, role, passwordHash });
        if (outcome === 'gone') throw new ApiError('not_found', accounts.adminAccountTexts.unknownInvitation);
        const admin = await findAdminByName(db, username);
        if (outcome === 'taken' || !admin)
          throw new ApiError('changed_meanwhile', accounts.adminAccountTexts.usernameTaken);
        await recordLogin(db, admin, clock.now());
        await recordOwn(db, username, `Accepted the invitation from ${invitation.invited_by}`);
        return openSession(parts, raw, reply, admin);
      },
      { ...limited, bodyLimit: LOGIN_LIMIT_BYTES },
    ),

    route(
      logOut,
      async ({ raw, reply }) => {
        const { name, secure } = sessionCookie;
        if (raw.session.admin) await raw.session.destroy();
        if (raw.cookies[name])
          reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'strict', secure });
        return undefined;
      },
      limited,
    ),
  ];
  for (const each of routes) each.register(scope);

  // Not a `route`: the login form shows the message alone, without the field at fault.
  scope.route({
    method: logIn.method,
    url: logIn.path,
    bodyLimit: LOGIN_LIMIT_BYTES,
    handler: async (request, reply) => {
      const { success, data: login, error } = Login.safeParse(request.body ?? {});
      if (!success) throw new ApiError('invalid_input', error.issues[0]?.message ?? '');
      const device = devices.recognise(request.cookies[devices.cookieName], login.username);
      const { clientId, networkId, ip } = request;
      // Do not log the username: it may be a mistyped password.
      const admin = await logins.check(login, { ip, networkId, device }).catch((error: unknown) => {
        if (error instanceof ApiError) request.log.warn({ clientId, code: error.code }, 'login refused');
        throw error;
      });
      const status = await openSession(parts, request, reply, admin);
      await recordOwn(db, admin.username, login.code ? 'Logged in with a code' : 'Logged in');
      return status;
    },
  });
}

const recordOwn = (db: Database, username: string, what: string) =>
  recordAccountChange(db, { who: username, account: username, what });
