import { zodResolver } from '@hookform/resolvers/zod';
import { ApiCallError } from '@naughty-list/api-client/client';
import { logInWithPasskey, startPasskeyLogin } from '@naughty-list/contracts/admin-accounts';
import { type AdminStatus, adminSessionTexts, Login, logIn } from '@naughty-list/contracts/admin-session';
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Flourish } from '../../../ui/drawings.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { asTyped, TextField } from '../../../ui/field.tsx';
import { session, statusQuery } from './admin-api.ts';

type LoginFormProps = {
  /** The previous session has ended. */
  hasEnded: boolean;
};

/** The admin's login form. */
export function LoginForm({ hasEnded }: LoginFormProps) {
  const { form, locked, codeHint, submit, logInByPasskey } = useLogin();
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (hasEnded) setFocus('username');
  }, [hasEnded, setFocus]);
  useEffect(() => {
    if (codeHint) setFocus('code');
  }, [codeHint, setFocus]);
  return (
    <section aria-labelledby="login-title" className="mx-auto grid w-full max-w-116 gap-6 py-10 sm:py-16">
      <div className="paper grid gap-6 rounded-lg p-5 shadow-page sm:p-8">
        <div className="grid justify-items-center gap-3 text-center">
          <h1 id="login-title" className="text-3xl text-cranberry-700">
            The Counting-House
          </h1>
          <Flourish className="w-52 text-parchment-400" />
          <p className="text-ink-700">Behind this door the ledger is kept in order. Helpers only.</p>
        </div>
        {hasEnded && (
          <p role="status" className="rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-4">
            <strong>Your session has ended.</strong> Log in again; what you typed is still here.
          </p>
        )}
        <form onSubmit={submit} noValidate className="grid gap-2">
          <TextField
            id="username"
            label="Username"
            error={errors.username?.message}
            {...form.register('username')}
            {...asTyped}
            autoComplete="username"
            required
          />
          <TextField
            id="password"
            label="Password"
            error={errors.password?.message}
            type="password"
            {...form.register('password')}
            autoComplete="current-password"
            required
          />
          {codeHint && (
            <TextField
              id="code"
              label="Code"
              hint={codeHint}
              error={errors.code?.message}
              {...form.register('code')}
              {...asTyped}
              autoComplete="one-time-code"
            />
          )}
          <Button
            look="gold"
            Icon={KeyRound}
            type="submit"
            isBusy={isSubmitting}
            className="min-h-14 text-lg"
          >
            {isSubmitting ? 'Logging in…' : 'Log in'}
          </Button>
          {browserSupportsWebAuthn() && (
            <Button look="outline" Icon={Fingerprint} onClick={() => void logInByPasskey()}>
              Use a passkey
            </Button>
          )}
        </form>
        {locked && (
          <FailureNote
            title="The door is bolted"
            message={locked}
            advice="Lost your password? An operator can reset it on the server."
          />
        )}
      </div>
    </section>
  );
}

/**
 * State and validation of the login form. `locked` explains why attempts are refused for now; `codeHint` asks for a second
 * factor, once the password was right.
 */
function useLogin() {
  const queryClient = useQueryClient();
  const [locked, setLocked] = useState<string>();
  const [codeHint, setCodeHint] = useState<string>();
  const form = useForm<Login>({
    resolver: zodResolver(Login),
    mode: 'onTouched',
    defaultValues: { username: '', password: '', code: '' },
  });
  const open = (status: AdminStatus) => {
    form.reset();
    setCodeHint(undefined);
    queryClient.setQueryData(statusQuery.queryKey, status);
    session.set({ hasEnded: false });
    showToast({ title: 'Login successful', description: 'Welcome to the admin panel' });
    // Refetch the queries that failed without a session.
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
  };
  const send = async ({ code, ...login }: Login) => {
    setLocked(undefined);
    try {
      open(await api.call(logIn, { body: { ...login, ...(code && { code }) } }));
    } catch (error) {
      if (error instanceof ApiCallError && error.code === 'second_factor_required') {
        setCodeHint(error.message);
        return;
      }
      form.resetField(codeHint ? 'code' : 'password');
      form.setFocus(codeHint ? 'code' : 'password');
      if (error instanceof ApiCallError && error.status === 429) setLocked(lockedText(error));
      showFailure('Login failed', reason(error));
    }
  };
  const logInByPasskey = async () => {
    setLocked(undefined);
    try {
      const optionsJSON = await api.call(startPasskeyLogin);
      const response = await startAuthentication({ optionsJSON: optionsJSON as never });
      open(await api.call(logInWithPasskey, { body: { response: { ...response } } }));
    } catch (error) {
      const description =
        error instanceof ApiCallError
          ? reason(error)
          : "Your browser didn't offer a passkey. Please try again.";
      showFailure('Login failed', description);
    }
  };
  return { form, locked, codeHint, submit: form.handleSubmit(send), logInByPasskey };
}

function reason(error: unknown): string {
  if (!(error instanceof ApiCallError)) return adminSessionTexts.invalidLogin;
  return error.status === 0 ? "We couldn't reach the workshop. Check your connection." : error.message;
}

function lockedText({ message, retryAfterSeconds }: ApiCallError): string {
  if (retryAfterSeconds === undefined) return message;
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `${message} The door opens again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
