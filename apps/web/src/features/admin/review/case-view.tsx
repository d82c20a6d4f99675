import { type AppealDecision, appealTexts } from '@naughty-list/contracts/appeals';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import type { ReviewedAppeal, ReviewedCase } from '@naughty-list/contracts/review';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useNow } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Handle } from '../../../ui/handle.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Time } from '../parts.tsx';
import {
  caseDecisions,
  currentAppeal,
  type Decision,
  type FormDecision,
  statementDecisions,
} from './case-decisions.ts';
import { CaseBackground, CaseFacts, Section } from './case-facts.tsx';
import { DecisionForm } from './decision-form.tsx';
import { caseQuery, dueText, holdReasons, keyOf, kindLabels } from './review-api.ts';
import { type Action, ActionButtons, Key, ShortcutsDialog, shortcuts, useShortcuts } from './shortcuts.tsx';
import type { Opened, Review } from './use-review.ts';

/** The open case with its facts and decisions. */
export function CaseView({ review, opened }: { review: Review; opened: Opened }) {
  const found = useQuery(caseQuery(opened.caseNumber));
  const { item, caseNumber } = opened;
  // A new item starts at its heading, with no form open.
  const key = item ? keyOf({ ...item }) : `case-${caseNumber}`;
  return (
    <Loaded query={found} text="Loading the case…" failure="Failed to fetch the case">
      {(reviewed) => <LoadedCase key={key} review={review} opened={opened} reviewed={reviewed} />}
    </Loaded>
  );
}

type LoadedCaseProps = { review: Review; opened: Opened; reviewed: ReviewedCase };

function LoadedCase({ review, opened, reviewed }: LoadedCaseProps) {
  const { item, caseNumber } = opened;
  const { items, at, isBusy } = review;
  const now = useNow();
  const [open, setOpen] = useState<FormDecision>();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const close = () => {
    setOpen(undefined);
    heading.current?.focus();
  };
  const toAction = (decision: Decision): Action => ({
    ...decision,
    run: () => (decision.form ? setOpen(decision) : void review.decide(decision, decision.send)),
  });
  const actions = caseDecisions(reviewed, item).map(toAction);
  const moves: Action[] = [
    { key: 'o', label: 'Open the post', run: openPost },
    { key: 'j', label: 'Skip to next', run: () => review.go(1) },
    { key: 'k', label: 'Previous', run: () => review.go(-1) },
    { key: 'u', label: 'Undo the last decision', run: () => void review.undo() },
    { key: 'q', label: 'Back to the queue', run: () => review.open(undefined) },
    { key: '?', label: 'Shortcuts', run: () => setIsHelpOpen(true) },
  ];
  useShortcuts([...actions, ...moves]);
  const current = items[at];
  const { isOn } = shortcuts.use();
  const isAboutAppeal = item && ['appeal', 'proof', 'reply'].includes(item.kind);
  const thread = <AppealThread reviewed={reviewed} now={now} currentId={currentAppeal(reviewed, item)?.id} />;
  return (
    <article aria-labelledby="case-title" className="grid gap-4">
      <header className="grid gap-1">
        <h3 id="case-title" ref={heading} tabIndex={-1} className="text-xl font-bold">
          {item ? kindLabels[item.kind].one : 'Case'}: <Handle text={`@${reviewed.report.username}`} />
        </h3>
        <p className="figures text-ink-700">
          {[
            `#${caseNumber}`,
            caseTexts.status[reviewed.status],
            current && current.count > 1 && `${current.count} of this kind in the case`,
            current && dueText(current.dueAt, now),
            current && `${at + 1} of ${items.length}${review.queue.hasNextPage ? '+' : ''}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-5">
          {isAboutAppeal && thread}
          <CaseFacts
            reviewed={reviewed}
            item={item}
            actionsOf={(statement) => statementDecisions(reviewed, statement).map(toAction)}
          />
          {!isAboutAppeal && thread}
        </div>
        {/* Sticky beside the evidence, below the page's header; on a phone, only the decisions, at the bottom. */}
        <div className="contents lg:sticky lg:top-20 lg:grid lg:max-h-[calc(100dvh-6rem)] lg:min-w-0 lg:gap-5 lg:overflow-y-auto lg:p-1">
          <div
            className={classes(
              'min-w-0',
              !open &&
                'max-lg:sticky max-lg:bottom-0 max-lg:order-last max-lg:border-t max-lg:border-parchment-400 max-lg:bg-parchment-100 max-lg:py-3',
            )}
          >
            {open ? (
              <DecisionForm
                key={open.form.title}
                form={open.form}
                isBusy={isBusy}
                onSend={async (input) => {
                  if (await review.decide(open, () => open.send(input))) close();
                }}
                onClose={close}
              />
            ) : (
              <section aria-label="Decide">
                <ActionButtons actions={actions} isBusy={isBusy} />
              </section>
            )}
          </div>
          <nav aria-label="Review" className="-ml-2 flex flex-wrap gap-x-1">
            {moves.map((move) => (
              <Button key={move.key} look="quiet" onClick={move.run} className="min-h-11! px-2! font-normal!">
                {move.label} {isOn && <Key>{move.key}</Key>}
              </Button>
            ))}
          </nav>
          <CaseBackground reviewed={reviewed} />
        </div>
      </div>
      {isHelpOpen && (
        <ShortcutsDialog actions={[...actions, ...moves]} onClose={() => setIsHelpOpen(false)} />
      )}
    </article>
  );
}

/** Opens the marked post, or the report's. */
function openPost(): void {
  const post =
    document.querySelector<HTMLAnchorElement>('a[data-post]') ??
    document.querySelector<HTMLAnchorElement>('article[aria-labelledby="case-title"] a[href^="https://"]');
  post?.click();
}

type AppealThreadProps = {
  reviewed: ReviewedCase;
  now: Date;
  /** The open appeal that decisions apply to. */
  currentId: number | undefined;
};

/** The appeals of a case with their messages, and the reply of the account. */
export function AppealThread({ reviewed, now, currentId }: AppealThreadProps) {
  const { appeals, reply } = reviewed;
  return (
    <>
      {appeals.map((appeal) => (
        <Section key={appeal.id} title={`${appeal.isSecond ? 'Second appeal' : 'Appeal'} #${appeal.id}`}>
          <p className="text-ink-700">
            Grounds: “{appealTexts.grounds[appeal.grounds]}.” {stateOf(appeal, now)}
          </p>
          <p className="text-ink-700">{proofText(appeal)}</p>
          {appeals.length > 1 && appeal.id === currentId && (
            <p className="w-fit rounded-sm bg-gold-300 px-2 font-bold">Your decision is about this appeal.</p>
          )}
          <ol className="grid gap-2">
            {appeal.messages.map(({ id, author, body, at }) => (
              <li
                key={id}
                className={classes(
                  'grid gap-1 rounded-sm border p-3',
                  author === 'account' ? 'border-parchment-400 bg-parchment-50' : 'ml-6 border-parchment-300',
                )}
              >
                <p className="font-bold">
                  {author === 'moderator'
                    ? 'Moderator'
                    : appeal.proof.provenAt
                      ? 'The account'
                      : 'The sender'}
                  , <Time at={at} />
                </p>
                <p dir="auto" className="min-w-0 break-words whitespace-pre-line">
                  {body}
                </p>
              </li>
            ))}
          </ol>
          {appeal.decision && (
            <p>
              <strong>{outcomes[appeal.decision.decision]}</strong>
              {appeal.decision.decision !== 'withdrawn' && ` by ${appeal.decidedBy}`}:{' '}
              {appeal.decision.rule && caseRules[appeal.decision.rule]} {appeal.decision.reason}
            </p>
          )}
        </Section>
      ))}
      {reply && (
        <Section title={`The account's reply (${reply.published ? 'published' : 'not published'})`}>
          <p
            dir="auto"
            className="min-w-0 border-l-8 border-gold-600 bg-parchment-50 p-3 break-words whitespace-pre-line"
          >
            {reply.body}
          </p>
          <p className="text-ink-700">
            {reply.holdReason ? `To check: ${holdReasons[reply.holdReason] ?? reply.holdReason}. ` : ''}
            {reply.contradicts ? 'Contradicts the report. ' : ''}
            {reply.proven ? 'From the account: control is proven.' : 'Sender not proven to be the account.'}
          </p>
        </Section>
      )}
    </>
  );
}

const outcomes: Record<AppealDecision, string> = {
  granted: 'Granted',
  partly_granted: 'Granted in part',
  refused: 'Refused',
  withdrawn: 'Ended without a decision',
};

const stateOf = ({ decision, dueAt }: ReviewedAppeal, now: Date): string =>
  decision ? 'Closed.' : `Open, ${dueText(dueAt, now)}.`;

function proofText({ proof, confirmation, decision }: ReviewedAppeal): string {
  if (confirmation) return `From the account, as a moderator confirmed: ${confirmation}`;
  if (proof.provenAt) return 'From the account: control is proven.';
  if (decision || !proof.postUrl) return 'Sender not proven to be the account.';
  return `To be checked manually, for the code ${proof.code}: ${proof.postUrl}`;
}
