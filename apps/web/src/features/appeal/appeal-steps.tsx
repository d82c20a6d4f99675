import { APPEAL_DAYS } from '@naughty-list/contracts/appeals';
import { accountInUrl, Username } from '@naughty-list/contracts/report-input';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { asTyped, Form, TextField } from '../../ui/field.tsx';

const steps = [
  {
    title: 'Open your case',
    text: 'Type your handle below, and the form opens on your case page. No sign-up, no payment.',
  },
  {
    title: "Say what's wrong",
    text: "Moderators read it; it never becomes public. Keep the case code you get: it's the only key to your appeal.",
  },
  {
    title: 'Prove that the account is yours, if you can',
    text: 'Posting a code proves it. Suspended or hacked? Tell the moderators what else proves it.',
  },
  {
    title: `Get a decision within ${APPEAL_DAYS} days`,
    text: `You get a rule and a reason, where possible from a moderator new to the case. If ${APPEAL_DAYS} days pass without a decision and you've proven that the account is yours, your case says “Disputed by the account”.`,
  },
];

/** How to appeal, in four steps, and the way to the case. */
export function AppealSteps() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const open = () => {
    const { data: username, error: refused } = Username.safeParse(accountInUrl(typed) ?? typed);
    setError(refused?.issues[0]?.message);
    if (username) void navigate({ to: '/case/$username', params: { username }, hash: 'appeal' });
  };
  return (
    <>
      <ol className="grid gap-4 sm:grid-cols-2">
        {steps.map(({ title, text }, at) => (
          <li key={title} className="grid content-start gap-1 border-t-4 border-pine-700 pt-2">
            <h2 className="text-lg font-bold">
              {at + 1}. {title}
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <Form onSubmit={open} className="grid max-w-prose gap-4 border-b-2 border-parchment-400 pb-8">
        <TextField
          id="appeal-handle"
          label="Your X handle"
          error={error}
          {...asTyped}
          value={typed}
          onType={setTyped}
          placeholder="@username"
          maxLength={100}
        />
        <Button look="ink" type="submit" className="sm:justify-self-start">
          Open my case
        </Button>
      </Form>
      <h2 className="text-2xl">Already appealed?</h2>
    </>
  );
}
