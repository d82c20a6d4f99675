import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { CLEARED_DAYS, caseTexts } from '@naughty-list/contracts/case-texts';
import {
  getOwnReport,
  type OwnReport,
  ownReportTexts,
  withdrawOwnReport,
} from '@naughty-list/contracts/own-report';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { naughtyListQueries } from '../../lib/list-queries.ts';
import { forgetOwnReport, ownReportPath, useOwnReports } from '../../lib/own-reports.ts';
import { type PageHead, usePageHead } from '../../lib/page-head.ts';
import { whenFocusIsLost } from '../../lib/scroll.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Day } from '../../ui/day.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListFailed } from '../../ui/states.tsx';
import { boldLink, plainLink, TextLink } from '../../ui/text-link.tsx';

/** The state of a report or statement, for the reporter who has its link. The code stays in the URL's fragment. */
export function OwnReportPage() {
  usePageHead(ownReportHead);
  const code = useLocation({ select: ({ hash }) => hash });
  return (
    <article className="paper mx-auto my-10 grid min-h-dvh max-w-[56rem] content-start gap-6 rounded-lg px-5 py-8 shadow-page sm:px-10 sm:py-12">
      <h1 className="display text-3xl sm:text-4xl">What you sent</h1>
      {code ? <Opened key={code} code={code} /> : <p>{ownReportTexts.unknownCode}</p>}
      <p>
        <TextLink to="/">Back to the Naughty List</TextLink>
      </p>
    </article>
  );
}

const codeHeaders = (code: string) => ({ [CASE_CODE_HEADER]: code });
const queryKeyOf = (code: string) => ['own-report', code];

function Opened({ code }: { code: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeyOf(code),
    // A moderator may have changed it.
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getOwnReport, {}, { signal, headers: codeHeaders(code) }),
  });
  if (error instanceof ApiCallError && error.code === 'unknown_case_code')
    return <p role="alert">{error.message}</p>;
  if (!data && error)
    return <ListFailed title="This page didn't load" heading="h2" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-64" />;
  const mayWithdraw = data.state === 'public' || data.state === 'held';
  return (
    <>
      <Sent sent={data} />
      {mayWithdraw && <Withdrawal code={code} sent={data} />}
      <KeepLink code={code} mayWithdraw={mayWithdraw} />
    </>
  );
}

const states: Record<OwnReport['state'], { title: string; text: string }> = {
  public: { title: 'Public', text: 'Everyone can read it.' },
  held: { title: 'Waiting', text: 'It will be checked before it goes up.' },
  withdrawn: { title: 'Withdrawn', text: 'You took it back. It is no longer shown.' },
  removed: {
    title: 'Not shown',
    text: 'It was rejected or taken down. To ask why, write to the contact on the Terms page.',
  },
  burned: {
    title: 'Removed by a payment',
    text: "Someone paid LIST to take the entry off the list. That doesn't say whether what you wrote was true.",
  },
};

/** What became of it; what is stored in a cleared case is public only while the case is shown. */
export const stateOf = ({ state, status, refusal }: Pick<OwnReport, 'state' | 'status' | 'refusal'>) =>
  state === 'public' && status === 'cleared'
    ? {
        title: 'Case cleared',
        text: `A moderator cleared the account. The case page is shown for ${CLEARED_DAYS} days after the decision.`,
      }
    : { ...states[state], ...(refusal && { text: refusal }) };

function Sent({ sent }: { sent: OwnReport }) {
  const { title, text } = stateOf(sent);
  const { username, status, sentAt, description, twitterUrl } = sent;
  return (
    <section aria-label="Status" className="grid gap-3">
      <p id="sent-state" role="status" tabIndex={-1} className="text-lg">
        <strong>{title}.</strong> {text}
      </p>
      <p className="wrap-anywhere">
        Sent on <Day at={sentAt} />
        {username && (
          <>
            , about <strong>@{username}</strong>
          </>
        )}
        .
      </p>
      {status && username && (
        <p>
          Status of the case: <strong>{caseTexts.status[status]}</strong>.{' '}
          <Link to="/case/$username" params={{ username }} className={boldLink}>
            Read the case
          </Link>
        </p>
      )}
      {description && (
        <blockquote dir="auto" className="ledger-margin pl-6 text-lg whitespace-pre-line wrap-anywhere">
          {description}
        </blockquote>
      )}
      {twitterUrl && (
        <p>
          <a
            href={twitterUrl}
            rel="noopener noreferrer nofollow ugc"
            className={`${plainLink} wrap-anywhere`}
          >
            The post you linked
          </a>
        </p>
      )}
    </section>
  );
}

/** Withdraws the report or statement after a confirmation, because it cannot be undone. */
function Withdrawal({ code, sent }: { code: string; sent: OwnReport }) {
  const { kind, state, hasStatements, status } = sent;
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const withdrawal = useMutation({
    mutationFn: () => api.call(withdrawOwnReport, {}, { headers: codeHeaders(code) }),
    onSettled: () => setConfirming(false),
    onSuccess: (withdrawn) => {
      queryClient.setQueryData(queryKeyOf(code), withdrawn);
      whenFocusIsLost(() => document.getElementById('sent-state')?.focus());
      void naughtyListQueries.refresh(queryClient);
    },
  });
  return (
    <section
      aria-labelledby="withdraw"
      className="grid gap-3 rounded-lg border-2 border-parchment-400 bg-parchment-50 p-4 sm:p-6"
    >
      <h2 id="withdraw" className="display text-xl">
        Changed your mind?
      </h2>
      <p>
        {state === 'held'
          ? "If you withdraw it, it won't go up."
          : 'If you withdraw it, what you wrote will no longer be shown.'}{' '}
        {kind === 'statement'
          ? 'The rest of the case stays.'
          : hasStatements
            ? 'The case stays, because others have added to it.'
            : status && status !== 'unreviewed'
              ? 'The case stays, because it was reviewed or appealed.'
              : state === 'public' &&
                "The case comes off the list, unless another reporter's statement replaces your report."}
      </p>
      <Button look="outline" onClick={() => setConfirming(true)} className="sm:justify-self-start">
        Withdraw my {kind}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Withdraw it?"
          description="You can't undo this."
          action={`Yes, withdraw my ${kind}`}
          busyAction="Withdrawing…"
          cancel="Keep it"
          isBusy={withdrawal.isPending}
          onConfirm={withdrawal.mutate}
          onCancel={() => setConfirming(false)}
        />
      )}
      <p role="alert" className="font-bold empty:hidden">
        {withdrawal.error && errorText(withdrawal.error, 'It was not withdrawn. Please try again.')}
      </p>
    </section>
  );
}

function KeepLink({ code, mayWithdraw }: { code: string; mayWithdraw: boolean }) {
  const isKept = useOwnReports().some((key) => key.code === code);
  return (
    <section aria-label="The link to this page" className="grid gap-3 border-t-2 border-parchment-400 pt-6">
      <p>
        This link is the only key to this page. Anyone who has it can see {mayWithdraw && 'and withdraw '}what
        you sent, so keep it to yourself{isKept && '; this browser remembers it for you'}.
      </p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={window.location.origin + ownReportPath(code)} label="Copy the link" isLabelShown />
        {isKept && (
          <Button look="quiet" onClick={() => forgetOwnReport(code)}>
            Forget it in this browser
          </Button>
        )}
      </div>
    </section>
  );
}

const ownReportHead: PageHead = {
  path: '/my-report',
  title: 'What you sent - The Naughty List',
  description: 'The private page of a report or statement: see what became of it, or withdraw it.',
  isUnlisted: true,
};
