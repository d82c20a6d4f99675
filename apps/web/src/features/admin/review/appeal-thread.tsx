import { appealTexts } from '@naughty-list/contracts/appeals';
import { caseRules } from '@naughty-list/contracts/cases';
import type { ReviewedAppeal, ReviewedCase } from '@naughty-list/contracts/review';
import { classes } from '../../../lib/classes.ts';
import { Section, Time } from './case-facts.tsx';
import { dueText, holdReasons } from './review-api.ts';

/** The appeals of a case with their messages, oldest first, and the reply of the account. */
export function AppealThread({ reviewed, now }: { reviewed: ReviewedCase; now: Date }) {
  const { appeals, reply } = reviewed;
  return (
    <>
      {appeals.map((appeal) => (
        <Section key={appeal.id} title={`${appeal.isSecond ? 'Second appeal' : 'Appeal'} #${appeal.id}`}>
          <p className="text-ink-700">
            {appealTexts.grounds[appeal.grounds]}. {stateOf(appeal, now)}
          </p>
          <p className="text-ink-700">{proofText(appeal)}</p>
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
                  {author === 'account' ? 'The account' : 'Moderator'}, <Time at={at} now={now} />
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
              {caseRules[appeal.decision.rule]} {appeal.decision.reason}
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
            {reply.proven ? 'Control of the account is proven.' : 'Control of the account is not proven.'}
          </p>
        </Section>
      )}
    </>
  );
}

function stateOf({ decision, dueAt, waitsForProof }: ReviewedAppeal, now: Date): string {
  if (decision) return 'Decided.';
  return waitsForProof ? 'Waiting for proof of the account.' : `Open, ${dueText(dueAt, now)}.`;
}

function proofText({ proof }: ReviewedAppeal): string {
  if (proof.provenAt) return 'Control of the account is proven.';
  return proof.postUrl ? `To be checked manually: ${proof.postUrl}` : 'Control of the account is not proven.';
}
