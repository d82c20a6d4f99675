import { errorText } from '@naughty-list/api-client/client';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import { type CheckedPost, checkPost, checkStatementPost } from '@naughty-list/contracts/kept-posts';
import {
  markHandle,
  type ReviewedCase,
  type ReviewedStatement,
  type ReviewItem,
} from '@naughty-list/contracts/review';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { categoryLabels } from '../../../lib/category-label.ts';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../ui/button.tsx';
import { Day } from '../../../ui/day.tsx';
import { PostLink, Time } from '../parts.tsx';
import { adminApi } from '../session/admin-api.ts';
import { useChange } from '../use-change.ts';
import { decide, holdReasons } from './review-api.ts';
import type { Action } from './shortcuts.tsx';

type FactsProps = {
  reviewed: ReviewedCase;
  item: Pick<ReviewItem, 'kind' | 'id'> | undefined;
  /** Actions on a statement other than the open item. */
  actionsOf: (statement: ReviewedStatement) => readonly Action[];
};

/** The texts and posts of a case; the open item is marked. */
export function CaseFacts({ reviewed, item, actionsOf }: FactsProps) {
  const { report, statements, statementCount } = reviewed;
  const isItem = (kind: ReviewItem['kind'], id: number) => item?.kind === kind && item.id === id;
  return (
    <>
      <Section title="Report">
        <Entry
          isMarked={isItem('report', report.id)}
          url={report.twitterUrl}
          text={report.description}
          at={report.reportedAt}
          facts={[
            categoryLabels[report.scamCategory],
            reviewed.state,
            ...holdText(reviewed.state === 'held', reviewed.holdReason),
            ...reporterHistory(reviewed.reporter),
          ]}
        />
      </Section>
      <Section title={`Statements (${statementCount})`}>
        {statements.length === 0 && <p className="text-ink-700">None.</p>}
        {statements.map((statement) => (
          <Entry
            key={statement.id}
            isMarked={isItem('statement', statement.id)}
            url={statement.twitterUrl}
            text={statement.description}
            at={statement.madeAt}
            facts={[
              statement.state,
              ...(statement.isReviewed ? ['read'] : []),
              ...holdText(statement.state === 'held', statement.holdReason),
              ...reporterHistory(statement.reporter),
            ]}
            actions={isItem('statement', statement.id) ? [] : actionsOf(statement)}
          >
            <KeptPost endpoint={checkStatementPost} id={statement.id} />
          </Entry>
        ))}
        {statements.length < statementCount && (
          <p className="text-ink-700">Statements not shown: {statementCount - statements.length}</p>
        )}
      </Section>
    </>
  );
}

/** Background for the decision: figures and earlier decisions. */
export function CaseBackground({ reviewed }: { reviewed: ReviewedCase }) {
  const { changes } = reviewed;
  return (
    <>
      <Section title="The post on X">
        <KeptPost endpoint={checkPost} id={reviewed.report.id} />
        <HandleMark reviewed={reviewed} />
      </Section>
      <Section title="Independence">
        <Figures reviewed={reviewed} />
      </Section>
      <Section title="History">
        {changes.length === 0 && <p className="text-ink-700">No status set yet.</p>}
        {changes.map((change) => (
          <div key={change.at} className="border-t border-parchment-400 py-2">
            <p>
              <strong>{caseTexts.status[change.status]}</strong>,{' '}
              {change.role === 'deadline' ? 'as no decision was made in time' : `set by ${change.who}`},{' '}
              <Time at={change.at} />
            </p>
            <p className="text-ink-700">{caseRules[change.rule]}</p>
            <p dir="auto" className="break-words whitespace-pre-line">
              {change.reason}
            </p>
          </div>
        ))}
      </Section>
    </>
  );
}

export const holdText = (isHeld: boolean, reason: string | null) =>
  isHeld ? [`because ${holdReasons[reason ?? 'undone'] ?? reason}`] : [];

/** Number of the reporter's other contributions, and how many of them were overturned. */
function reporterHistory(reporter: ReviewedStatement['reporter']): string[] {
  if (!reporter) return ['reporter no longer known'];
  const { others, overturned } = reporter;
  if (others === 0) return [];
  return [`${others} more from this reporter${overturned > 0 ? `, ${overturned} overturned` : ''}`];
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <h4 className="text-lg font-bold text-ink-700">{title}</h4>
      {children}
    </section>
  );
}

type EntryProps = {
  isMarked: boolean;
  url: string;
  text: string;
  at: string;
  facts: readonly string[];
  actions?: readonly Action[];
  children?: ReactNode;
};

/** A text with its post, by one reporter. */
function Entry({ isMarked, url, text, at, facts, actions = [], children }: EntryProps) {
  return (
    <div
      className={classes(
        'grid min-w-0 gap-1 border-l-8 py-2 pl-3',
        isMarked ? 'border-gold-600 bg-parchment-50' : 'border-parchment-300',
      )}
    >
      {isMarked && <p className="font-bold">To be decided now</p>}
      <p dir="auto" className="min-w-0 break-words whitespace-pre-line">
        {text}
      </p>
      <p>
        <PostLink url={url} data-post={isMarked || undefined} />
      </p>
      <p className="figures text-ink-700">
        Written <Time at={at} /> · {facts.join(' · ')}
      </p>
      <p className="-ml-2 empty:hidden">
        {actions.map(({ label, run }) => (
          <Button key={label} look="quiet" onClick={run} className="min-h-11! px-2!">
            {label}
            <span className="sr-only"> this statement</span>
          </Button>
        ))}
      </p>
      {children}
    </div>
  );
}

function Figures({ reviewed: { independence: figures } }: { reviewed: ReviewedCase }) {
  const rows: [string, number][] = [
    ['Statements compared with the report', figures.statements],
    ['Different reporters', figures.reporters],
    ['Different networks', figures.networks],
    ['Different posts', figures.posts],
    ['Similar texts', figures.similarTexts],
    ['Independent of each other', figures.independent],
  ];
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 sm:w-fit">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="text-right font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const states: Record<CheckedPost['state'], string> = {
  shown: 'X shows the post.',
  gone: "X doesn't show this post as the account's. If its text was kept, the case page shows it, unless it has private data.",
  unanswered: "X isn't answering at the moment. Try again later.",
  unknown: "This server can't read posts, or the link isn't a post.",
};

type KeptPostProps = { endpoint: typeof checkPost | typeof checkStatementPost; id: number };

/** Rechecks the post of a report or statement on X, and shows its stored text. */
export function KeptPost({ endpoint, id }: KeptPostProps) {
  const check = useMutation({
    mutationFn: () => adminApi.call(endpoint, { params: { id } }),
  });
  const { state, kept } = check.data ?? {};
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="outline" isBusy={check.isPending} onClick={() => check.mutate()}>
        Check the post on X
      </Button>
      <p role="status">
        {check.error
          ? errorText(check.error, "The post wasn't checked. Please try again.")
          : state && states[state]}
      </p>
      {kept && (
        <figure className="grid gap-1">
          <figcaption className="text-ink-700">
            What it said on <Day at={kept.at} />:
          </figcaption>
          <blockquote dir="auto" className="break-words whitespace-pre-line">
            {kept.text}
          </blockquote>
        </figure>
      )}
    </div>
  );
}

/**
 * The account's aliases, each of which can be deleted, and the mark that its reported handle belongs to another account
 * now.
 */
export function HandleMark({ reviewed: { report, version } }: { reviewed: ReviewedCase }) {
  const hasChanged = report.handleChangedAt !== undefined;
  const { isBusy, run } = useChange({
    failure: 'Not recorded',
    work: (mark: { hasChanged: boolean } | { notItsName: string }) =>
      decide(markHandle, report.id, { ...mark, version }),
  });
  return (
    <div className="grid justify-items-start gap-2">
      {report.aliases?.map(({ username, seenAt }) => (
        <p key={username}>
          X showed the account as @{username} on <Day at={seenAt} />.{' '}
          <Button look="outline" isBusy={isBusy} onClick={() => run({ notItsName: username })}>
            Forget @{username}
          </Button>
        </p>
      ))}
      {report.handleChangedAt && (
        <p>
          On <Day at={report.handleChangedAt} />, a moderator recorded that @{report.username} belongs to
          another account now.
        </p>
      )}
      <Button look="outline" isBusy={isBusy} onClick={() => run({ hasChanged: !hasChanged })}>
        {hasChanged
          ? "Record that the handle hasn't changed hands"
          : 'Record that the handle has changed hands'}
      </Button>
    </div>
  );
}
