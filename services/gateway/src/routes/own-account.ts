import * as accounts from '@naughty-list/contracts/admin-accounts';
import { ApiError } from '@naughty-list/contracts/errors';
import { route } from '@naughty-list/service-kit/http/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Admin, changePassword, findAdminById, hasSecondFactor } from '../admin/accounts.ts';
import { recordAccountChange } from '../admin/admin-log.ts';
import { deletePasskey, listPasskeys } from '../admin/passkeys.ts';
import { hashPassword, passwordFault } from '../admin/passwords.ts';
import {
  type Authenticators,
  countRecoveryCodes,
  replaceRecoveryCodes,
  setTotp,
} from '../admin/second-factors.ts';
import { endSessions, listSessions, storedId } from '../sessions/session-store.ts';
import { type AdminSessionParts, originOf } from './admin-session.ts';

export type OwnAccountParts = AdminSessionParts & { idleMs: number; authenticators: Authenticators };

const SET_UP_MS = 15 * 60_000;

/** Admins' and moderators' own accounts. Changes of how to log in require the password. */
export function addOwnAccount(scope: FastifyInstance, parts: OwnAccountParts): void {
  const { db, clock, authenticators, logins, knownDevices: devices, passkeys, origin, idleMs } = parts;

  async function own({ session }: FastifyRequest): Promise<Admin> {
    const admin = await findAdminById(db, session.admin?.id ?? 0);
    if (!admin) throw new ApiError('not_found', 'Not found');
    return admin;
  }

  /** The account, after checking its password. */
  async function confirmed(request: FastifyRequest, password: string): Promise<Admin> {
    const admin = await own(request);
    const { username } = admin;
    const { ip, networkId, cookies } = request;
    const device = devices.recognise(cookies[devices.cookieName], username);
    await logins.confirm({ username, password }, { ip, networkId, device });
    return admin;
  }

  async function record({ username }: Admin, what: string): Promise<undefined> {
    await recordAccountChange(db, { who: username, account: username, what });
  }

  /** Makes recovery codes with an account's first second factor. */
  const codesFor = async (admin: Admin) => ({
    recoveryCodes: hasSecondFactor(admin) ? [] : await replaceRecoveryCodes(db, admin.id),
  });

  const routes = [
    route(accounts.getOwnAccount, async ({ raw }) => {
      const { id: adminId, username, role, totpSecret } = await own(raw);
      const current = storedId(raw.session.sessionId);
      const [recoveryCodesLeft, keys, sessions] = await Promise.all([
        countRecoveryCodes(db, adminId),
        listPasskeys(db, adminId),
        listSessions(db, { adminId, now: clock.now(), idleMs }),
      ]);
      return {
        username,
        role,
        hasAuthenticator: totpSecret !== null,
        recoveryCodesLeft,
        passkeys: keys,
        sessions: sessions.map((each) => ({ ...each, isThis: each.id === current })),
      };
    }),

    route(accounts.changeOwnPassword, async ({ raw, body }) => {
      const admin = await confirmed(raw, body.password);
      const fault = passwordFault(body.newPassword, admin.username);
      if (fault) throw new ApiError('invalid_input', fault, { field: 'newPassword' });
      const hash = await hashPassword(body.newPassword);
      const passwordVersion = await changePassword(db, admin, hash);
      // Sessions with the old password version end; this one gets the new version.
      if (raw.session.admin && passwordVersion !== undefined)
        raw.session.admin = { ...raw.session.admin, passwordVersion };
      return record(admin, 'Changed the password');
    }),

    route(accounts.startAuthenticator, async ({ raw, body }) => {
      const { kept, ...shown } = authenticators.make(await confirmed(raw, body.password));
      raw.session.pendingTotp = { kept, until: clock.now().getTime() + SET_UP_MS };
      return shown;
    }),

    route(accounts.confirmAuthenticator, async ({ raw, body }) => {
      const { pendingTotp: pending } = raw.session;
      if (!pending || pending.until < clock.now().getTime())
        throw new ApiError('not_confirmed', accounts.adminAccountTexts.nothingToConfirm);
      const admin = await own(raw);
      const step = authenticators.stepOf(admin, pending.kept, body.code);
      if (step === undefined) throw new ApiError('not_confirmed', accounts.adminAccountTexts.wrongCode);
      await setTotp(db, { id: admin.id, secret: pending.kept, step });
      delete raw.session.pendingTotp;
      await record(admin, 'Set up an authenticator app');
      return codesFor(admin);
    }),

    route(accounts.removeAuthenticator, async ({ raw, body }) => {
      const admin = await confirmed(raw, body.password);
      await setTotp(db, { id: admin.id, secret: null, step: 0 });
      return record(admin, 'Removed the authenticator app');
    }),

    route(accounts.makeRecoveryCodes, async ({ raw, body }) => {
      const admin = await confirmed(raw, body.password);
      const recoveryCodes = await replaceRecoveryCodes(db, admin.id);
      await record(admin, 'Made new recovery codes');
      return { recoveryCodes };
    }),

    route(accounts.startPasskey, async ({ raw, body }) => {
      const admin = await confirmed(raw, body.password);
      return (await passkeys.registrationOptions(originOf(raw, origin), admin)) as Record<string, unknown>;
    }),

    route(accounts.addPasskey, async ({ raw, body }) => {
      const admin = await own(raw);
      if (!(await passkeys.add(originOf(raw, origin), admin, body)))
        throw new ApiError('not_confirmed', accounts.adminAccountTexts.passkeyRefused);
      await record(admin, `Added the passkey “${body.name}”`);
      return codesFor(admin);
    }),

    route(accounts.removePasskey, async ({ raw, params, body }) => {
      const admin = await confirmed(raw, body.password);
      const name = await deletePasskey(db, { adminId: admin.id, id: params.id });
      if (name === undefined) throw new ApiError('not_found', 'Not found');
      return record(admin, `Removed the passkey “${name}”`);
    }),

    route(accounts.endSession, async ({ raw, params: { id } }) => {
      const admin = await own(raw);
      const current = storedId(raw.session.sessionId);
      if (id === current) await raw.session.destroy();
      else {
        const which = id === 'others' ? { allBut: current } : { id };
        const ended = await endSessions(db, { adminId: admin.id, ...which });
        if (ended === 0 && id !== 'others') throw new ApiError('not_found', 'Not found');
      }
      return record(admin, id === 'others' ? 'Ended all other sessions' : 'Ended a session');
    }),
  ];
  for (const each of routes) each.register(scope);
}
