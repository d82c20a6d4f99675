import {
  invite,
  listAccountChanges,
  listAccounts,
  removeAccount,
  type StaffAccount,
  withdrawInvitation,
} from '@naughty-list/contracts/admin-accounts';
import { type AdminRole, AdminUsername } from '@naughty-list/contracts/admin-session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { absoluteTime, relativeTime, useNow } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Copyable } from '../../../ui/copy-button.tsx';
import { asTyped, SelectField } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Log, LogEntry } from '../audit-log/log.tsx';
import { Part, Prompt } from '../parts.tsx';
import { adminApi, adminQueryOf, statusQuery } from '../session/admin-api.ts';
import { refreshLists, useChange } from '../use-change.ts';

const roles = [
  { value: 'moderator', label: 'Moderator' },
  { value: 'admin', label: 'Admin' },
] as const;

const staffQuery = { ...adminQueryOf(['admin', 'staff'], listAccounts), staleTime: 0 };

/** All accounts, open invitations, and the log of logins and account changes. */
export function Staff() {
  const staff = useQuery(staffQuery);
  const [removing, setRemoving] = useState<string>();
  const withdrawal = useChange({
    failure: "That didn't work",
    work: (id: number) => adminApi.call(withdrawInvitation, { params: { id } }),
    done: () => ({ title: 'Invitation withdrawn' }),
  });
  const removal = useChange({
    failure: "That didn't work",
    onSettled: () => setRemoving(undefined),
    work: (username: string) => adminApi.call(removeAccount, { params: { username } }),
    done: (_, username) => ({ title: `${username} was removed` }),
  });
  return (
    <Loaded query={staff} text="Loading the accounts…" failure="The accounts didn't load">
      {({ accounts, invitations }) => (
        <div className="grid gap-8">
          <section aria-labelledby="staff-title" className="grid gap-3">
            <h2 id="staff-title" className="text-2xl text-cranberry-700">
              Staff
            </h2>
            <ul className="grid gap-2">
              {accounts.map((account) => (
                <AccountRow key={account.username} account={account} onRemove={setRemoving} />
              ))}
            </ul>
          </section>
          <Part title="Invite a colleague">
            <InviteForm />
            <ul className="grid w-full gap-2 empty:hidden">
              {invitations.map(({ id, username, role, invitedBy, expiresAt }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3">
                  <span>
                    <strong>{username}</strong> ({role}), invited by {invitedBy}, valid until{' '}
                    {absoluteTime(new Date(expiresAt))}
                  </span>
                  <Button look="quiet" onClick={() => withdrawal.run(id)}>
                    Withdraw<span className="sr-only"> the invitation for {username}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </Part>
          <Part title="Logins and account changes">
            <div className="grid w-full gap-3">
              <Log
                name="account-changes"
                filters={[]}
                load={(query, options) => adminApi.callFull(listAccountChanges, { query }, options)}
                placeholder="Account or change"
                purpose="Every login and account change made in this panel is recorded here. Those made on the server are not."
              >
                {(rows) =>
                  rows.map(({ id, at, who, account, what }) => (
                    <LogEntry
                      key={id}
                      Icon={UserRound}
                      title={who === account ? what : `${what}: ${account}`}
                      who={who}
                      at={at}
                    />
                  ))
                }
              </Log>
            </div>
          </Part>
          {removing && (
            <ConfirmDialog
              title={`Remove the account ${removing}?`}
              description="Its sessions end at once. Everything it did stays in the audit log, where most of it can be undone."
              action="Remove"
              busyAction="Removing…"
              isBusy={removal.isBusy}
              onConfirm={() => removal.run(removing)}
              onCancel={() => setRemoving(undefined)}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

function AccountRow({ account, onRemove }: { account: StaffAccount; onRemove: (username: string) => void }) {
  const now = useNow();
  const { data: self } = useQuery(statusQuery);
  const { username, role, hasSecondFactor, lastLoginAt, sessions } = account;
  const facts = [
    role,
    hasSecondFactor ? 'second factor on' : 'password only',
    lastLoginAt ? `logged in ${relativeTime(new Date(lastLoginAt), now).toLowerCase()}` : 'never logged in',
    sessions === 1 ? '1 session' : `${sessions} sessions`,
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-parchment-400 py-2">
      <span className="min-w-0 wrap-anywhere">
        <strong>{username}</strong>, <span className="text-ink-700">{facts.join(', ')}</span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Link
          to="/admin/$"
          params={{ _splat: 'audit-log' }}
          search={{ q: username }}
          className="p-2 underline decoration-2 underline-offset-4"
        >
          What {username} did
        </Link>
        {self?.username !== username && (
          <Button look="quiet" onClick={() => onRemove(username)}>
            Remove<span className="sr-only"> {username}</span>
          </Button>
        )}
      </span>
    </li>
  );
}

function InviteForm() {
  const queryClient = useQueryClient();
  const [role, setRole] = useState<AdminRole>('moderator');
  const [link, setLink] = useState<string>();
  const send = async (typed: string) => {
    const { data: username, error } = AdminUsername.safeParse(typed.trim());
    if (error) throw new Error(`The name ${error.issues[0]?.message}`);
    const { token } = await adminApi.call(invite, { body: { username, role } });
    setLink(`${window.location.origin}/admin/invitation#${token}`);
    await refreshLists(queryClient);
  };
  return (
    <div className="grid w-full max-w-116 gap-2">
      <Prompt label="Username" {...asTyped} action="Create an invitation" onSend={send}>
        <SelectField label="Role" value={role} choices={roles} onChoose={setRole} />
      </Prompt>
      {link && (
        <div role="status" className="grid gap-2 border-l-8 border-gold-600 bg-parchment-50 p-4">
          <p>
            Send this link to your colleague, who will choose a password. The link works once, within three
            days, and you won't see it again.
          </p>
          <Copyable text={link} label="Copy the link" />
        </div>
      )}
    </div>
  );
}
