import {
  type OwnAccount as Account,
  endSession,
  getOwnAccount,
} from '@naughty-list/contracts/admin-accounts';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { absoluteTime, relativeTime, useNow } from '../../../lib/time.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Part } from '../parts.tsx';
import { adminApi, adminQueryOf } from '../session/admin-api.ts';
import { useChange } from '../use-change.ts';
import { type Step, StepDialog } from './account-steps.tsx';

const accountQuery = { ...adminQueryOf(['admin', 'account'], getOwnAccount), staleTime: 0 };

/** The admin's own account: password, second factors and sessions. */
export function OwnAccount() {
  const account = useQuery(accountQuery);
  return (
    <Loaded query={account} text="Opening your account…" failure="Your account didn't load">
      {(data) => <Sections account={data} />}
    </Loaded>
  );
}

function Sections({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const done = async (title: string, codes: string[] = []) => {
    showToast({ title });
    setStep(codes.length > 0 ? { name: 'new codes', codes } : undefined);
    await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  };
  const { passkeys, hasAuthenticator, recoveryCodesLeft, sessions, username } = account;
  const hasSecondFactor = hasAuthenticator || passkeys.length > 0;
  return (
    <div className="grid gap-8">
      <h2 className="text-2xl text-cranberry-700">Your account, {username}</h2>
      <Part title="Password" text="Changing it ends your sessions in other browsers.">
        <Button look="outline" onClick={() => setStep({ name: 'password' })}>
          Change password
        </Button>
      </Part>
      <Part
        title="Authenticator app"
        text={
          hasAuthenticator
            ? 'On. Logging in asks for a code from your app.'
            : `Off. ${passkeys.length > 0 ? 'Because you have a passkey,' : 'Turn it on so that'} a stolen password alone isn't enough to log in.`
        }
      >
        <Button
          look={hasAuthenticator ? 'outline' : 'gold'}
          onClick={() => setStep({ name: hasAuthenticator ? 'no authenticator' : 'authenticator' })}
        >
          {hasAuthenticator ? 'Turn off' : 'Set up an app'}
        </Button>
      </Part>
      <Part title="Passkeys" text={passkeyText(passkeys.length)}>
        <ul className="grid gap-2 empty:hidden">
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 wrap-anywhere">
              <span>
                <strong>{name}</strong>, added {absoluteTime(new Date(createdAt))}
              </span>
              <Button look="quiet" onClick={() => setStep({ name: 'no passkey', id, passkey: name })}>
                Remove<span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
        {canUsePasskeys() && (
          <Button look="outline" onClick={() => setStep({ name: 'passkey' })}>
            Add a passkey
          </Button>
        )}
      </Part>
      {hasSecondFactor && (
        <Part
          title="Recovery codes"
          text={`${recoveryCodesLeft} of 8 left. With your password, each one logs you in once without your phone or key.`}
        >
          <Button look="outline" onClick={() => setStep({ name: 'codes' })}>
            Make new codes
          </Button>
        </Part>
      )}
      <Sessions sessions={sessions} />
      {step && <StepDialog step={step} onStep={setStep} onDone={done} onClose={close} />}
    </div>
  );
}

function Sessions({ sessions }: { sessions: Account['sessions'] }) {
  const now = useNow();
  const end = useChange({
    failure: 'Session not ended',
    work: (id: string) => adminApi.call(endSession, { params: { id } }),
    done: (_, id) => ({ title: id === 'others' ? 'Other sessions ended' : 'Session ended' }),
  });
  return (
    <Part
      title="Sessions"
      text="Where you are logged in. If you don't recognize a session, end it and change your password."
    >
      <ul className="grid w-full gap-2">
        {sessions.map(({ id, device, lastSeenAt, isThis }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              <strong>{device || 'Unknown browser'}</strong>,{' '}
              {isThis ? 'this browser' : `last used ${relativeTime(new Date(lastSeenAt), now).toLowerCase()}`}
            </span>
            {!isThis && (
              <Button look="quiet" onClick={() => end.run(id)}>
                End<span className="sr-only"> the session in {device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button look="outline" onClick={() => end.run('others')}>
          End all other sessions
        </Button>
      )}
    </Part>
  );
}

/** Browsers offer passkeys on https and on localhost, never on a bare IP address. */
const canUsePasskeys = () => browserSupportsWebAuthn() && !/^[\d.[\]:a-f]+$/.test(window.location.hostname);

function passkeyText(count: number): string {
  if (count > 0) return 'A passkey logs you in without a password or a code.';
  return canUsePasskeys()
    ? "None yet. A passkey logs you in with your fingerprint, face or security key, and a look-alike page can't use it."
    : 'Not available at this address: browsers offer passkeys only over HTTPS or at http://localhost.';
}
