import { acceptInvitation } from '@naughty-list/contracts/admin-accounts';
import { NewPassword } from '@naughty-list/contracts/admin-session';
import { useId, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { controlClasses, Field } from '../../../ui/field.tsx';

/** Where an invited colleague chooses a password. The token is in the fragment, which no server sees. */
export function AcceptInvitation() {
  const id = useId();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const accept = async () => {
    const chosen = NewPassword.safeParse(password);
    if (!chosen.success) return setProblem(`The password ${chosen.error.issues[0]?.message}`);
    try {
      await api.call(acceptInvitation, {
        body: { token: window.location.hash.slice(1), password: chosen.data },
      });
      window.location.replace('/admin/account');
    } catch (error) {
      setProblem(errorText(error, "That didn't go through. Please try again."));
    }
  };
  return (
    <section
      aria-labelledby="invitation-title"
      className="mx-auto grid w-full max-w-116 gap-6 py-10 sm:py-16"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void accept();
        }}
        className="paper grid gap-4 rounded-lg p-5 shadow-page sm:p-8"
      >
        <h1 id="invitation-title" className="text-3xl text-cranberry-700">
          You're invited to the Counting-House
        </h1>
        <p className="text-ink-700">
          Choose a password. Afterwards you can add an authenticator app or a passkey.
        </p>
        <Field
          id={id}
          label="New password"
          hint="At least 12 characters. Length matters more than symbols."
          error={problem}
        >
          {({ describedBy }) => (
            <input
              id={id}
              type="password"
              value={password}
              autoComplete="new-password"
              aria-invalid={problem !== undefined}
              aria-describedby={describedBy}
              onChange={({ target }) => {
                setPassword(target.value);
                setProblem(undefined);
              }}
              className={controlClasses}
            />
          )}
        </Field>
        <Button look="gold" type="submit" className="min-h-14 text-lg">
          Accept and log in
        </Button>
      </form>
    </section>
  );
}
