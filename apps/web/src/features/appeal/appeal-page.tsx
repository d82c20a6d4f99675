import { ApiCallError } from '@naughty-list/api-client/client';
import { CASE_CODE_HEADER, CaseCode, getAppeal } from '@naughty-list/contracts/appeals';
import { accountInUrl, Username } from '@naughty-list/contracts/report-input';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { CASE_KEY } from '../../lib/case-query.ts';
import { type PageHead, usePageHead } from '../../lib/page-head.ts';
import { whenFocusIsLost } from '../../lib/scroll.ts';
import { Button } from '../../ui/button.tsx';
import { asTyped, Form, TextField } from '../../ui/field.tsx';
import { Press } from '../../ui/press.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListFailed } from '../../ui/states.tsx';
import { AppealView, STATUS_ID } from './appeal-view.tsx';
import { drafts, keptCode } from './kept-in-tab.ts';

export const appealHead: PageHead = {
  path: '/appeal',
  title: 'Wrongly listed? Appeal for free - The Naughty List',
  description:
    'How to appeal in four steps, for free and without signing up. A decision is due within seven days. Already appealed? Follow it here with your case code.',
  isUnlisted: true,
};

/** The private page of an appeal, opened by its case code, which is kept for this tab and never in a URL. */
export function AppealPage() {
  usePageHead(appealHead);
  const code = keptCode.use()?.code;
  return (
    <article className="paper mx-auto my-10 grid min-h-dvh max-w-[56rem] content-start gap-8 rounded-lg px-5 py-8 shadow-page sm:px-10 sm:py-12">
      <h1 className="display text-3xl sm:text-4xl">
        {code === undefined ? 'Appeal for free' : 'Your appeal'}
      </h1>
      {code === undefined && <AppealSteps />}
      {code === undefined ? <CodeForm /> : <OpenedAppeal key={code} code={code} />}
    </article>
  );
}

function CodeForm({ refusal }: { refusal?: string }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState(refusal);
  const open = () => {
    const parsed = CaseCode.safeParse(typed);
    if (parsed.success) keptCode.set({ code: parsed.data });
    else {
      setError(parsed.error.issues[0]?.message);
      document.getElementById('case-code')?.focus();
    }
  };
  return (
    <Form onSubmit={open} className="grid max-w-prose gap-4">
      <p className="text-lg">
        Enter the case code you got when you appealed; we keep it for this tab only. Lost it? Appeal again on
        your case page: the moderators see both appeals.
      </p>
      <TextField
        id="case-code"
        label="Case code"
        error={error}
        value={typed}
        onType={setTyped}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        className="figures font-mono"
      />
      <Button look="ink" type="submit" className="sm:justify-self-start">
        Open the appeal
      </Button>
    </Form>
  );
}

function OpenedAppeal({ code }: { code: string }) {
  const queryClient = useQueryClient();
  const headers = { [CASE_CODE_HEADER]: code };
  const queryKey = ['appeal', code];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    // A moderator may change it at any time.
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const appeal = await api.call(getAppeal, {}, { signal, headers });
      // The page of the case offers a new one.
      if (appeal.decision) keptCode.set({ code });
      // A cached case may be outdated, too.
      void queryClient.invalidateQueries({ queryKey: CASE_KEY });
      return appeal;
    },
  });
  const check = async () => {
    await refetch({ throwOnError: true });
    // The status is far above the button, out of sight on a phone.
    document.getElementById(STATUS_ID)?.focus();
  };
  const forget = () => {
    keptCode.set(undefined);
    drafts.set(undefined);
    queryClient.removeQueries({ queryKey });
  };
  if (error instanceof ApiCallError && error.code === 'unknown_case_code')
    return <CodeForm refusal={error.message} />;
  if (!data && error && !isFetching)
    return <ListFailed title="The appeal didn't load" heading="h2" error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <>
        <p role="status">Fetching your appeal…</p>
        <Skeleton className="h-64" />
      </>
    );
  }
  return (
    <>
      <AppealView
        appeal={data}
        headers={headers}
        onChanged={(appeal) => {
          const title = document.activeElement?.closest('section')?.querySelector('h2')?.id ?? '';
          queryClient.setQueryData(queryKey, appeal);
          whenFocusIsLost(() =>
            (document.getElementById(title) ?? document.getElementById(STATUS_ID))?.focus(),
          );
        }}
      />
      <div className="flex flex-wrap items-center gap-3 border-t-2 border-parchment-400 pt-6">
        <Press look="outline" button="Check for updates" send={check} />
        <Button look="quiet" onClick={forget}>
          Close and forget the code in this tab
        </Button>
      </div>
    </>
  );
}

const steps = [
  {
    title: 'Open your case',
    text: 'Type your handle below, and the form opens on your case page. No sign-up, no payment.',
  },
  {
    title: "Say what's wrong",
    text: "Only moderators read what you write. Keep the case code you get: it's the only key to your appeal.",
  },
  {
    title: 'Prove that the account is yours, if you can',
    text: 'Posting a code proves it. Suspended or hacked? Tell the moderators how else you can prove it.',
  },
  {
    title: 'A decision is due within seven days',
    text: "You'll get the rule and the reason; where possible, a different moderator decides. If seven days pass without a decision and you've proven that the account is yours, your case says “Disputed by the account.”",
  },
];

/** How to appeal, in four steps, and the way to the case. */
function AppealSteps() {
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
            <h2 className="font-sans text-lg font-bold">
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
        <Button look="gold" type="submit" className="sm:justify-self-start">
          Open my case
        </Button>
      </Form>
      <h2 className="text-2xl">Already appealed?</h2>
    </>
  );
}
