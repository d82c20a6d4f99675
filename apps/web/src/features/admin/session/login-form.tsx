import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Flourish } from '../../../ui/flourish.tsx';
import { useLogin } from './use-login.ts';

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
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
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
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
          <Button look="gold" type="submit" disabled={isSubmitting} className="min-h-14 text-lg">
            <KeyRound aria-hidden="true" className="size-5" />
            {isSubmitting ? 'Logging in...' : 'Log in'}
          </Button>
          {browserSupportsWebAuthn() && (
            <Button look="outline" onClick={() => void logInByPasskey()}>
              <Fingerprint aria-hidden="true" className="size-5" />
              Use a passkey
            </Button>
          )}
        </form>
        {locked && (
          <FailureNote
            title="The door is bolted"
            message={locked}
            advice="Lost the password? An operator can reset it on the server."
          />
        )}
      </div>
    </section>
  );
}
