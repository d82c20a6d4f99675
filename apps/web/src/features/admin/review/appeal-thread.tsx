import { appealTexts } from '@naughty-list/contracts/appeals';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import type { ReviewedAppeal, ReviewedCase } from '@naughty-list/contracts/review';
import { classes } from '../../../lib/classes.ts';
import { Time } from '../parts.tsx';
import { Section } from './case-facts.tsx';
import { dueText, holdReasons } from './review-api.ts';

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
            {appealTexts.grounds[appeal.grounds]}. {stateOf(appeal, now)}
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
              <strong>{appeal.decision.decision.replace('_', ' ')}</strong> by {appeal.decidedBy}:{' '}
              {appeal.decision.rule && caseRules[appeal.decision.rule]} {appeal.decision.reason}
            </p>
          )}
        </Section>
      ))}
      {reply && (
        <Section title={`Reply of the account (${reply.published ? 'published' : 'not published'})`}>
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

const stateOf = ({ decision, dueAt }: ReviewedAppeal, now: Date): string =>
  decision ? 'Decided.' : `Open, ${dueText(dueAt, now)}.`;

function proofText({ proof, confirmation }: ReviewedAppeal): string {
  if (confirmation) return `From the account, as a moderator confirmed: ${confirmation}`;
  if (proof.provenAt) return 'From the account: control is proven.';
  return proof.postUrl ? `To be checked manually: ${proof.postUrl}` : 'Sender not proven to be the account.';
}
