import { zodResolver } from '@hookform/resolvers/zod';
import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { adminSessionTexts, Login, logIn } from '@naughty-list/contracts/admin-session';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { session } from './admin-api.ts';
import { statusQuery } from './status-query.ts';

/** State and validation of the login form. `locked` explains why attempts are refused for now. */
export function useLogin() {
  const queryClient = useQueryClient();
  const [locked, setLocked] = useState<string>();
  const form = useForm<Login>({
    resolver: zodResolver(Login),
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  });
  const send = async (body: Login) => {
    setLocked(undefined);
    try {
      const status = await api.call(logIn, { body });
      form.resetField('password');
      queryClient.setQueryData(statusQuery.queryKey, status);
      session.set({ hasEnded: false });
      showToast({ title: 'Login successful', description: 'Welcome to the admin panel' });
      // Refetch the queries that failed without a session.
      void queryClient.invalidateQueries({ queryKey: ['admin'] });
    } catch (error) {
      form.resetField('password');
      form.setFocus('password');
      if (error instanceof ApiCallError && error.status === 429) setLocked(lockedText(error));
      showToast({ title: 'Login failed', description: reason(error), variant: 'destructive' });
    }
  };
  return { form, locked, submit: form.handleSubmit(send) };
}

function reason(error: unknown): string {
  if (!(error instanceof ApiCallError) || error.code === 'invalid_login')
    return adminSessionTexts.invalidLogin;
  return error.status === 0 ? 'The workshop could not be reached. Check your connection.' : error.message;
}

function lockedText({ message, retryAfterSeconds }: ApiCallError): string {
  if (retryAfterSeconds === undefined) return message;
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `${message} The door opens again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
