import {
  type Appeal,
  type AppealDecision,
  AppealText,
  addAppealMessage,
  appealAgain,
  appealTexts,
  checkPostProof,
  getAppealReceipt,
  issuePostProof,
  setReply,
} from '@naughty-list/contracts/appeals';
import { CLEARED_DAYS, caseTexts } from '@naughty-list/contracts/case-texts';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { Description, XUrl } from '@naughty-list/contracts/report-input';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api.ts';
import { classes, written } from '../../lib/classes.ts';
import { downloadReceipt } from '../../lib/download.ts';
import { useHasPassed } from '../../lib/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { Day, Moment } from '../../ui/day.tsx';
import { Press } from '../../ui/press.tsx';
import { Section } from '../../ui/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TextForm } from './text-form.tsx';

type ViewProps = {
  appeal: Appeal;
  /** Sends the case code. */
  headers: Record<string, string>;
  onChanged: (appeal: Appeal) => void;
};

export const STATUS_ID = 'appeal-status';

/** An appeal as its account sees it, with all available actions. */
export function AppealView(props: ViewProps) {
  const { appeal, headers, onChanged } = props;
  const isOpen = appeal.decision === null;
  return (
    <>
      <Summary appeal={appeal} />
      {appeal.earlierDecision && (
        <DecisionDetails id="earlier-decision" title="The first decision" decision={appeal.earlierDecision} />
      )}
      {appeal.decision && (
        <DecisionDetails id="decision" decision={appeal.decision}>
          <p>
            <strong>Next:</strong> {nextStep(appeal)}
          </p>
          {appeal.mayAppealAgain && (
            <TextForm
              id="again"
              caseNumber={appeal.caseNumber}
              label={`New evidence about @${appeal.username}`}
              hint="What is new since the decision. Where possible, a different moderator decides."
              button="Appeal again"
              check={AppealText}
              send={async (text) => onChanged(await api.call(appealAgain, { body: { text } }, { headers }))}
            />
          )}
        </DecisionDetails>
      )}
      <Messages {...props} />
      {(isOpen || appeal.proof.provenAt) && <Proof {...props} />}
      {(isOpen || appeal.reply) && <Reply {...props} />}
      <Receipt {...props} />
    </>
  );
}

function Summary({ appeal }: { appeal: Appeal }) {
  const { username, caseNumber, status, burned, grounds, openedAt, dueAt, isSecond, decision } = appeal;
  const isEnded = decision?.decision === 'withdrawn';
  const isLate = useHasPassed(Date.parse(dueAt));
  const steps = [
    { label: 'Received', note: <Day at={openedAt} />, isReached: true },
    {
      label: 'With a moderator',
      note: isEnded
        ? 'no longer'
        : decision === null && (
            <>
              {isLate ? 'overdue since' : 'due by'} <Day at={dueAt} />
            </>
          ),
      isReached: decision !== null,
      isCurrent: decision === null,
    },
    {
      label: isEnded ? 'Ended' : 'Decided',
      note: decision ? <Day at={decision.at} /> : 'not yet',
      isReached: decision !== null,
    },
  ];
  return (
    <section id={STATUS_ID} tabIndex={-1} aria-label="Status of the appeal" className="grid gap-5">
      <p className="text-lg">
        {isSecond ? 'A second appeal' : 'An appeal'} about{' '}
        <TextLink to="/case/$username" params={{ username }}>
          @{username}
        </TextLink>{' '}
        (case {caseNumber}). Grounds: “{appealTexts.grounds[grounds]}.”{' '}
        {status === null ? (
          burned ? (
            caseTexts.burned
          ) : (
            appealTexts.gone
          )
        ) : (
          <>
            Status of the case: <strong>{caseTexts.status[status]}</strong>.
          </>
        )}
      </p>
      <ol className="grid gap-3 sm:grid-cols-3">
        {steps.map(({ label, note, isReached, isCurrent }) => (
          <li
            key={label}
            aria-current={isCurrent ? 'step' : undefined}
            className={classes(
              'border-t-4 pt-2',
              isReached ? 'border-pine-700' : isCurrent ? 'border-gold-600' : 'border-parchment-400',
            )}
          >
            <p className="font-bold">{label}</p>
            <p className="text-ink-700">{note}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const outcomes: Record<AppealDecision, string> = {
  granted: 'Your appeal was granted.',
  partly_granted: 'Your appeal was granted in part.',
  refused: 'Your appeal was refused.',
  withdrawn: 'Your appeal ended without a decision.',
};

type DecisionProps = {
  id: string;
  title?: string;
  decision: NonNullable<Appeal['decision']>;
  children?: ReactNode;
};

/** Outcome, rule and reason of a decision; an earlier one has a title. */
function DecisionDetails({ id, title, decision: { decision, rule, reason, at }, children }: DecisionProps) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={classes(
        'grid gap-3 rounded-sm border-2 p-5 sm:p-6',
        title ? 'border-parchment-400' : 'border-ink-700 bg-parchment-50',
      )}
    >
      <h2 id={`${id}-title`} className="text-2xl">
        {title ?? outcomes[decision]}
      </h2>
      {title && (
        <p>
          {outcomes[decision]} <Day at={at} />
        </p>
      )}
      {rule && (
        <p>
          <strong>Rule:</strong> {caseRules[rule]}
        </p>
      )}
      <p {...written}>
        <strong>Reason:</strong> {reason}
      </p>
      {children}
    </section>
  );
}

function nextStep({ status, burned, mayAppealAgain }: Appeal): ReactNode {
  if (mayAppealAgain) return 'If you have new evidence, you can ask for a second decision below.';
  if (burned)
    return (
      <>
        You don't need to do anything: the report is no longer shown. Anyone can pay for a removal, and a
        payment doesn't clear the account. If the account is reported again, you can appeal again for free. To
        have what is stored about you corrected or erased, write to the contact on the{' '}
        <Link to="/privacy" className="underline decoration-2 underline-offset-4">
          Privacy page
        </Link>
        .
      </>
    );
  if (status === null) return "You don't need to do anything: the entry is no longer shown.";
  return status === 'cleared'
    ? `The entry is off the list. Its case page says “Cleared” for ${CLEARED_DAYS} days.`
    : 'The case page shows where the case stands. A new appeal needs new evidence, and starts there.';
}

function Messages({ appeal: { caseNumber, messages, decision }, headers, onChanged }: ViewProps) {
  return (
    <Section id="messages" title="Letters">
      <ol className="grid gap-4">
        {messages.map(({ id, author, body, at }) => (
          <li
            key={id}
            className={classes(
              'grid max-w-[44rem] gap-1 rounded-sm border border-parchment-400 p-4',
              author === 'account'
                ? 'bg-parchment-50 sm:ml-12 sm:max-w-[41rem]'
                : 'bg-parchment-200 sm:mr-12',
            )}
          >
            <p className="font-bold">
              {author === 'account' ? 'You' : 'Moderator'},{' '}
              <span className="font-normal text-ink-700">
                <Day at={at} />
              </span>
            </p>
            <p {...written}>{body}</p>
          </li>
        ))}
      </ol>
      {!decision && (
        <TextForm
          id="message"
          caseNumber={caseNumber}
          label="Write to the moderators"
          button="Send"
          check={AppealText}
          send={async (text) => onChanged(await api.call(addAppealMessage, { body: { text } }, { headers }))}
        />
      )}
    </Section>
  );
}

export function Proof({ appeal: { caseNumber, username, proof }, headers, onChanged }: ViewProps) {
  if (proof.provenAt) {
    return (
      <Section id="proof" title="Proof of control">
        <p>
          Proven on <Day at={proof.provenAt} />: the appeal and the reply are marked as the account's own.
        </p>
      </Section>
    );
  }
  if (proof.account === null) {
    return (
      <Section id="proof" title="Prove that the account is yours">
        <p>
          @{username} has changed hands, so a post from it doesn't prove who had it before. If that was you,
          use the form above to tell the moderators how you can prove it.
        </p>
      </Section>
    );
  }
  const issue = async () => onChanged(await api.call(issuePostProof, {}, { headers }));
  const withoutPost =
    'Suspended or hacked? Use the form above to tell the moderators how else you can prove it.';
  // Another code would take the post back from the moderators.
  const waiting = proof.postUrl && (
    <p className="wrap-anywhere">
      Sent to the moderators: {proof.postUrl}.{' '}
      {proof.automatic ? appealTexts.proofWithModerator : appealTexts.proofUnavailable}
    </p>
  );
  if (!proof.code) {
    return (
      <Section id="proof" title="Prove that the account is yours">
        {waiting || (
          <p>
            A post proves that you control @{proof.account}. Your appeal is then marked as the account's own
            and read before unproven ones, and you can reply in public. This is optional: moderators read
            every appeal. {withoutPost}
          </p>
        )}
        {!waiting && <Press button="Get a code to post" send={issue} />}
      </Section>
    );
  }
  const post = `I'm responding to the report about this account. ${proof.code}`;
  return (
    <Section id="proof" title="Prove that the account is yours">
      <ol className="grid gap-4">
        <li className="grid gap-2">
          <p>
            <strong>1. Post this code from @{proof.account}</strong>, as plain text.
            {proof.expiresAt && (
              <>
                {' '}
                You can use it once, until <Moment at={proof.expiresAt} />.
              </>
            )}
          </p>
          <Copyable text={proof.code} label="Copy the code to post" />
          <ButtonLink
            look="ink"
            href={`https://x.com/intent/tweet?${new URLSearchParams({ text: post })}`}
            className="sm:justify-self-start"
          >
            Post on X
          </ButtonLink>
        </li>
        <li className="grid gap-2">
          <p>
            <strong>2. Paste the link to that post.</strong>
            {!proof.automatic && !waiting && ` ${appealTexts.proofUnavailable}`}
          </p>
          {waiting}
          <TextForm
            id="post-url"
            caseNumber={caseNumber}
            label="Link to your post"
            button={proof.automatic ? 'Check the post' : 'Send the link'}
            check={XUrl}
            isLine
            send={async (postUrl) =>
              onChanged(await api.call(checkPostProof, { body: { postUrl } }, { headers }))
            }
          />
        </li>
      </ol>
      <p>{withoutPost}</p>
      {!waiting && <Press button="Get another code" send={issue} look="quiet" />}
    </Section>
  );
}

/** Where a reply stands; without a status, its entry is not shown, whatever became of it. */
export function replyState(reply: NonNullable<Appeal['reply']>, status: Appeal['status']): string {
  if (status === null) return 'Not shown, like the entry';
  if (reply.published) return 'Shown on the case page';
  return reply.message ?? 'A moderator reads it before it goes up';
}

function Reply({ appeal: { caseNumber, reply, status, decision, proof }, headers, onChanged }: ViewProps) {
  const [contradicts, setContradicts] = useState(false);
  return (
    <Section id="reply" title="Public reply">
      {reply ? (
        <div className="grid gap-2 rounded-sm border border-parchment-400 bg-parchment-50 p-4">
          <p className="font-bold">{replyState(reply, status)}</p>
          <p {...written}>{reply.body}</p>
        </div>
      ) : (
        <p>
          {!proof.provenAt && 'You can reply once you have proven above that you control the account. '}
          Your reply appears on the case page beside the report if a moderator approves it.
        </p>
      )}
      {!decision && proof.provenAt && (
        <TextForm
          id="public-reply"
          caseNumber={caseNumber}
          label={reply ? 'Replace your reply' : 'Your reply'}
          hint={`Up to 1,000 characters. Leave out anyone's private data.${reply?.published && status ? ' The reply shown now comes off the case page until a moderator has read the new one.' : ''}`}
          button="Send the reply"
          check={Description}
          privateDataText={privateDataTexts.textHint}
          send={async (text) =>
            onChanged(await api.call(setReply, { body: { text, contradicts } }, { headers }))
          }
        >
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={contradicts}
              onChange={(event) => setContradicts(event.target.checked)}
              className="size-5 accent-ink-900"
            />
            My reply contradicts the report
          </label>
        </TextForm>
      )}
    </Section>
  );
}

function Receipt({ appeal: { caseNumber }, headers }: ViewProps) {
  const send = () =>
    downloadReceipt(`appeal-in-case-${caseNumber}.json`, () => api.call(getAppealReceipt, {}, { headers }));
  return (
    <Section id="receipt" title="Receipt">
      <p>
        This proves that the public ledger has your appeal and, once there is one, its outcome. Your browser
        can check it without asking us: <TextLink to="/verify-receipt">check a receipt</TextLink>.
      </p>
      <Press button="Download the receipt" send={send} look="quiet" />
    </Section>
  );
}
