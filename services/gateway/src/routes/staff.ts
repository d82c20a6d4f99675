import * as accounts from '@naughty-list/contracts/admin-accounts';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { FastifyInstance } from 'fastify';
import { findAccount, listAdmins, removeAdmin } from '../admin/accounts.ts';
import { findEntries, recordAccountChange } from '../admin/admin-log.ts';
import { deleteInvitation, insertInvitation, listInvitations } from '../admin/invitations.ts';

/** Management of other accounts, for admins. */
export function addStaff(scope: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const routes = [
    route(accounts.listAccounts, async () => {
      const [admins, invitations] = await Promise.all([listAdmins(db), listInvitations(db, clock.now())]);
      const accounts = admins.map(({ createdAt, lastLoginAt, ...rest }) => ({
        ...rest,
        createdAt: createdAt.toISOString(),
        lastLoginAt: lastLoginAt?.toISOString() ?? null,
      }));
      return { accounts, invitations };
    }),

    route(accounts.invite, async ({ body: { username, role }, admin }) => {
      if (await findAccount(db, username))
        throw new ApiError('changed_meanwhile', accounts.adminAccountTexts.usernameTaken);
      const made = await insertInvitation(db, { username, role, by: admin, now: clock.now() });
      await recordAccountChange(db, { who: admin, account: username, what: `Invited as ${role}` });
      return made;
    }),

    route(accounts.withdrawInvitation, async ({ params }) => {
      if (!(await deleteInvitation(db, params.id))) throw new ApiError('not_found', 'Not found');
      return undefined;
    }),

    route(accounts.removeAccount, async ({ params: { username }, admin }) => {
      if (username.toLowerCase() === admin.toLowerCase())
        throw new ApiError('invalid_input', accounts.adminAccountTexts.notYourself);
      if (!(await removeAdmin(db, username))) throw new ApiError('not_found', 'Not found');
      await recordAccountChange(db, { who: admin, account: username, what: 'Removed the account' });
      return undefined;
    }),

    route(accounts.listAccountChanges, async ({ query }) => {
      const { entries, total } = await findEntries(db, (rows) => rows.whereNotNull('account'), query);
      const changes = entries.map(({ id, at, admin, account, change }) => ({
        id: Number(id),
        at: at.toISOString(),
        who: admin,
        account: account ?? '',
        what: change,
      }));
      return new Answer(200, changes, { 'x-total-count': String(total) });
    }),
  ];
  for (const each of routes) each.register(scope);
}
