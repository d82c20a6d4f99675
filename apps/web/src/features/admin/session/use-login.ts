import { zodResolver } from '@hookform/resolvers/zod';
import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { logInWithPasskey, startPasskeyLogin } from '@naughty-list/contracts/admin-accounts';
import { type AdminStatus, adminSessionTexts, Login, logIn } from '@naughty-list/contracts/admin-session';
import { startAuthentication } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { session } from './admin-api.ts';
import { statusQuery } from './status-query.ts';

/**
 * State and validation of the login form. `locked` explains why attempts are refused for now; `codeHint` asks for a second
 * factor, once the password was right.
 */
export function useLogin() {
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
          : 'Your browser didn’t offer a passkey. Please try again.';
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
