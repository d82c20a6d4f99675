import { acceptInvitation } from '@naughty-list/contracts/admin-accounts';
import { NewPassword } from '@naughty-list/contracts/admin-session';
import { api } from '../../../lib/api.ts';
import { Prompt } from '../parts.tsx';

/** The page on which an invited colleague chooses a password. The token is in the fragment, which is not sent. */
export function AcceptInvitation() {
  const accept = async (typed: string) => {
    const { data: password, error } = NewPassword.safeParse(typed);
    if (error) throw new Error(`The password ${error.issues[0]?.message}.`);
    await api.call(acceptInvitation, { body: { token: window.location.hash.slice(1), password } });
    window.location.replace('/admin/account');
  };
  return (
    <section
      aria-labelledby="invitation-title"
      className="mx-auto grid w-full max-w-116 gap-6 py-10 sm:py-16"
    >
      <div className="paper grid gap-4 rounded-lg p-5 shadow-page sm:p-8">
        <h1 id="invitation-title" className="text-3xl text-cranberry-700">
          You're invited to the Counting-House
        </h1>
        <p className="text-ink-700">
          Choose a password. You can add an authenticator app or a passkey afterwards.
        </p>
        <Prompt
          label="New password"
          hint="At least 12 characters. Length matters more than symbols."
          type="password"
          autoComplete="new-password"
          action="Accept and log in"
          onSend={accept}
        />
      </div>
    </section>
  );
}
