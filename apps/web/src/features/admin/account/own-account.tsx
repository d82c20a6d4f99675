import {
  type OwnAccount as Account,
  addPasskey,
  changeOwnPassword,
  endSession,
  getOwnAccount,
  makeRecoveryCodes,
  removeAuthenticator,
  removePasskey,
  startAuthenticator,
  startPasskey,
} from '@naughty-list/contracts/admin-accounts';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { absoluteTime, relativeTime } from '../../../lib/relative-time.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { controlClasses, Field } from '../../../ui/field.tsx';
import { ListFailed, ListLoading } from '../../../ui/list-states.tsx';
import { adminApi } from '../session/admin-api.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpAuthenticator } from './set-up-authenticator.tsx';

const MINUTE_MS = 60_000;

const accountQuery = queryOptions({
  queryKey: ['admin', 'account'],
  queryFn: ({ signal }) => adminApi.call(getOwnAccount, {}, { signal }),
  staleTime: 0,
});

/** What is open over the page. */
type Step =
  | { name: 'password' | 'authenticator' | 'no authenticator' | 'codes' | 'passkey' }
  | { name: 'no passkey'; id: string; passkey: string }
  | { name: 'set up'; secret: string; url: string }
  | { name: 'new codes'; codes: string[] };

/** The admin's own account: password, second factors and sessions. */
export function OwnAccount() {
  const account = useQuery(accountQuery);
  if (account.isPending) return <ListLoading text="Opening your account..." />;
  if (account.isError)
    return (
      <ListFailed
        title="Your account didn't load"
        error={account.error}
        onRetry={() => void account.refetch()}
      />
    );
  return <Sections account={account.data} />;
}

function Sections({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  const done = async (title: string, codes: string[] = []) => {
    showToast({ title });
    setStep(codes.length > 0 ? { name: 'new codes', codes } : undefined);
    await refresh();
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
            : 'Off. With it, a stolen password alone opens nothing.'
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
          text={`${recoveryCodesLeft} of 8 left. Each logs you in once without your phone or key.`}
        >
          <Button look="outline" onClick={() => setStep({ name: 'codes' })}>
            Make new codes
          </Button>
        </Part>
      )}
      <Sessions sessions={sessions} onEnded={refresh} />
      {step && <OpenStep step={step} onStep={setStep} onDone={done} onClose={close} />}
    </div>
  );
}

type OpenStepProps = {
  step: Step;
  onStep: (step: Step) => void;
  onDone: (title: string, codes?: string[]) => Promise<void>;
  onClose: () => void;
};

function OpenStep({ step, onStep, onDone, onClose }: OpenStepProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const ask = (
    title: string,
    description: string,
    action: string,
    submit: (password: string) => Promise<void>,
  ) => ({
    title,
    description,
    action,
    onSubmit: submit,
    onClose,
  });
  switch (step.name) {
    case 'password':
      return (
        <PasswordDialog
          {...ask(
            'Change password',
            'At least 12 characters. Length matters more than symbols.',
            'Change',
            async (password) => {
              await adminApi.call(changeOwnPassword, { body: { password, newPassword: typed } });
              await onDone('Password changed');
            },
          )}
        >
          <TextField
            id={id}
            label="New password"
            type="password"
            autoComplete="new-password"
            value={typed}
            onType={setTyped}
          />
        </PasswordDialog>
      );
    case 'authenticator':
      return (
        <PasswordDialog
          {...ask('Set up an app', 'Your password first, then the app.', 'Continue', async (password) =>
            onStep({ name: 'set up', ...(await adminApi.call(startAuthenticator, { body: { password } })) }),
          )}
        />
      );
    case 'set up':
      return (
        <SetUpAuthenticator
          {...step}
          onDone={(codes) => void onDone('Authenticator app is on', codes)}
          onClose={onClose}
        />
      );
    case 'no authenticator':
      return (
        <PasswordDialog
          {...ask(
            'Turn off the app',
            'Codes from your app will no longer be asked for.',
            'Turn off',
            async (password) => {
              await adminApi.call(removeAuthenticator, { body: { password } });
              await onDone('Authenticator app is off');
            },
          )}
        />
      );
    case 'codes':
      return (
        <PasswordDialog
          {...ask('Make new codes', 'Earlier codes stop working.', 'Make new codes', async (password) => {
            const { recoveryCodes } = await adminApi.call(makeRecoveryCodes, { body: { password } });
            await onDone('New codes made', recoveryCodes);
          })}
        />
      );
    case 'passkey':
      return (
        <PasswordDialog
          {...ask(
            'Add a passkey',
            'Your browser then asks for your fingerprint, face, PIN or key.',
            'Add',
            async (password) => {
              const optionsJSON = await adminApi.call(startPasskey, { body: { password } });
              const response = await startRegistration({ optionsJSON: optionsJSON as never }).catch(() => {
                throw new Error('Your browser didn’t save a passkey. Please try again.');
              });
              const name = typed.trim() || 'Passkey';
              const { recoveryCodes } = await adminApi.call(addPasskey, {
                body: { name, response: { ...response } },
              });
              await onDone('Passkey added', recoveryCodes);
            },
          )}
        >
          <TextField
            id={id}
            label="Name"
            hint="Such as “Phone” or “Blue key”"
            value={typed}
            onType={setTyped}
          />
        </PasswordDialog>
      );
    case 'no passkey':
      return (
        <PasswordDialog
          {...ask(
            'Remove a passkey',
            `“${step.passkey}” will no longer log you in.`,
            'Remove',
            async (password) => {
              await adminApi.call(removePasskey, { params: { id: step.id }, body: { password } });
              await onDone('Passkey removed');
            },
          )}
        />
      );
    case 'new codes':
      return <RecoveryCodes codes={step.codes} onClose={onClose} />;
  }
}

type TextFieldProps = {
  id: string;
  label: string;
  hint?: string;
  type?: string;
  autoComplete?: string;
  value: string;
  onType: (text: string) => void;
};

function TextField({ id, label, hint, type = 'text', autoComplete = 'off', value, onType }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      {({ describedBy }) => (
        <input
          id={id}
          type={type}
          autoComplete={autoComplete}
          value={value}
          maxLength={256}
          aria-describedby={describedBy}
          onChange={({ target }) => onType(target.value)}
          className={controlClasses}
        />
      )}
    </Field>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-3 border-t border-parchment-400 pt-4">
      <h3 className="text-xl">{title}</h3>
      <p className="text-ink-700">{text}</p>
      {children}
    </section>
  );
}

function Sessions({ sessions, onEnded }: { sessions: Account['sessions']; onEnded: () => Promise<void> }) {
  const now = useNow(MINUTE_MS);
  const end = async (id: string) => {
    try {
      await adminApi.call(endSession, { params: { id } });
      showToast({ title: id === 'others' ? 'Other sessions ended' : 'Session ended' });
    } catch (error) {
      showToast({
        title: 'Not ended',
        description: errorText(error, 'Please try again.'),
        variant: 'destructive',
      });
    }
    await onEnded();
  };
  return (
    <Part
      title="Sessions"
      text="Where you are logged in. End what you don't recognize, and change your password."
    >
      <ul className="grid w-full gap-2">
        {sessions.map(({ id, device, lastSeenAt, isThis }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              <strong>{device || 'Unknown browser'}</strong>,{' '}
              {isThis ? 'this browser' : `last used ${relativeTime(new Date(lastSeenAt), now).toLowerCase()}`}
            </span>
            {!isThis && (
              <Button look="quiet" onClick={() => void end(id)}>
                End<span className="sr-only"> the session of {device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button look="outline" onClick={() => void end('others')}>
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
    ? 'None yet. A passkey logs you in with your fingerprint, face or a key, and no look-alike page can use it.'
    : 'Not possible at this address: browsers offer passkeys only on https or at http://localhost.';
}
