import { caseTexts, dateText, statusDatedBy } from '@naughty-list/contracts/case-texts';
import type { Case, CaseChange, CaseStatus } from '@naughty-list/contracts/cases';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { classes, written, writtenLarge } from '../../lib/classes.ts';
import { stampOf } from '../../lib/stamp.ts';
import { Day } from '../../ui/day.tsx';
import { Handle } from '../../ui/handle.tsx';
import { LossTotals } from '../../ui/loss-totals.tsx';
import { PlainQuote } from '../../ui/plain-quote.tsx';
import { Section } from '../../ui/section.tsx';
import { BrokenSeal, WaxSeal } from '../../ui/wax-seal.tsx';
import { CaseActions, type RenderForm } from './case-actions.tsx';
import { CaseNames, CaseTraces, FirstCase } from './case-names.tsx';
import { ReviewedStatements, Statements } from './statements.tsx';

type CaseLeafProps = { shown: Case; renderForm: RenderForm };

/** A case: status, report, statements, reply, history, and the available actions. */
export function CaseLeaf({ shown, renderForm }: CaseLeafProps) {
  return (
    <>
      <FirstCase shown={shown} />
      <Title shown={shown} />
      <CaseNames shown={shown} />
      <ReviewedStatements shown={shown} />
      <ReportEntry shown={shown} />
      <Statements shown={shown} />
      <CaseTraces shown={shown} />
      <Reply shown={shown} />
      <History shown={shown} />
      <CaseActions shown={shown} renderForm={renderForm} />
    </>
  );
}

/** What each status means, in plain words. */
const meanings: Record<CaseStatus, string> = {
  unreviewed: 'The account was reported. No moderator has confirmed the report.',
  corroborated: 'A moderator found support for the report.',
  disputed: "The account disputes the report, and the dispute hasn't been decided yet.",
  compromised: 'A moderator found that someone else controlled the account at the time.',
  cleared: 'A moderator took this report off the list.',
};

/** `isCalm`: a broken seal, because a moderator found that it was not the account's doing. */
function Mark({ letter, isCalm }: { letter: string; isCalm: boolean }) {
  const Seal = isCalm ? BrokenSeal : WaxSeal;
  return <Seal letter={letter} className="size-16 shrink-0 sm:size-24" />;
}

function Title({
  shown: { number, username, status, statusSince, changes, appeal, report, ...shown },
}: {
  shown: Case;
}) {
  const [last] = changes;
  const isCalm = status === 'compromised' || status === 'cleared' || report.handleChangedAt !== undefined;
  return (
    <header className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-nowrap sm:gap-6">
        <Mark letter={username.charAt(0).toUpperCase()} isCalm={isCalm} />
        <p className="figures text-ink-700 sm:hidden">Case {formatWhole(number)}</p>
        <div className="w-full min-w-0">
          <p className="figures text-ink-700 max-sm:hidden">Case {formatWhole(number)}</p>
          {/* The longest name fits on one line of a phone. */}
          <h1
            className={classes(
              'wrap-anywhere sm:text-4xl',
              username.length > 14 ? 'text-xl' : username.length > 12 ? 'text-2xl' : 'text-3xl',
              !isCalm && 'text-cranberry-700',
            )}
          >
            <Handle text={`@${username}`} />
          </h1>
        </div>
      </div>
      <div className="grid justify-items-start gap-3">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <strong className={classes(stampOf(status), 'px-3 py-1 text-xl')}>
            {caseTexts.status[status]}
          </strong>
          <span>
            {statusDatedBy(status)} <Day at={statusSince} />
          </span>
        </p>
        <p className="text-lg">{meanings[status]}</p>
        {last && <Reason change={last} />}
        {shown.otherCleared && (
          <p>
            Another report about this account was cleared on <Day at={shown.otherCleared} />.
          </p>
        )}
        <p className="text-ink-700">
          <span className="figures">
            {report.reportCount > 1
              ? `Reported by ${formatWhole(report.reportCount)} independent reporters.`
              : `1 report, ${shown.statements.length > 0 ? 'at least one further statement' : 'no further statements'}.`}
          </span>{' '}
          Numbers never change a status.
        </p>
        <LossTotals losses={shown.losses} />
        {/* A stranger may still send one against a cleared report. */}
        {appeal && status !== 'cleared' && (
          <p className="rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-3">
            {appeal.dueAt ? (
              <>
                <strong>The account has appealed.</strong> Deadline for the decision:{' '}
                <Day at={appeal.dueAt} />.
              </>
            ) : (
              <>
                <strong>Appeal under way.</strong> The sender hasn't proven that @{username}{' '}
                {report.handleChangedAt ? 'was' : 'is'} theirs.
              </>
            )}
          </p>
        )}
      </div>
    </header>
  );
}

const roles: Record<CaseChange['role'], string> = {
  moderator: 'set by a moderator',
  admin: 'set by a moderator',
  deadline: 'when the deadline of an appeal passed',
};

/** Rule, reason and period of a change of status. */
function Reason({ change: { rule, reason, period } }: { change: CaseChange }) {
  return (
    <>
      <p>
        <strong>Rule:</strong> {caseRules[rule]}
      </p>
      {reason && (
        <p {...written}>
          <strong>Reason:</strong> {reason}
        </p>
      )}
      {period && (
        <p className="figures">
          <strong>Period:</strong> {dateText(period.from)} to {dateText(period.to)}
        </p>
      )}
    </>
  );
}

/** Categories as words of a sentence. */
const reportedAs: Record<Exclude<Case['report']['scamCategory'], 'other'>, string> = {
  nft: 'an NFT scam',
  token: 'a token scam',
  phishing: 'phishing',
  impersonation: 'impersonation',
  ponzi: 'a Ponzi scheme',
  pump_dump: 'a pump and dump',
  defi: 'a DeFi scam',
};

function ReportEntry({ shown: { report, keptPost, goneSince } }: { shown: Case }) {
  return (
    <Section id="report" title="What was reported">
      <div className="ledger-margin grid gap-4 pl-6">
        <p className="text-ink-700">
          Reported {report.scamCategory !== 'other' && `as ${reportedAs[report.scamCategory]} `}
          on <Day at={report.reportedAt} />
          {report.description !== caseTexts.withdrawn && ", in the reporter's own words"}.
        </p>
        <blockquote {...writtenLarge}>{report.description}</blockquote>
        {report.postUnconfirmed && (
          <p>
            <strong>{caseTexts.postUnconfirmed}.</strong> X hasn't told us whether the account wrote it.
          </p>
        )}
        <PlainQuote report={{ ...report, tweetContent: keptPost?.text ?? report.tweetContent }} />
        {goneSince && (
          <p className="text-ink-700">
            The post has been gone from X since <Day at={goneSince} />.
            {keptPost && (
              <>
                {' '}
                This is what it said on <Day at={keptPost.at} />.
              </>
            )}
          </p>
        )}
        {report.evidenceUrls.length > 0 && (
          <ul aria-label="Further evidence" className="grid list-disc gap-1 pl-6">
            {report.evidenceUrls.map((url) => (
              <li key={url}>
                <a href={url} rel="noopener noreferrer nofollow ugc" className="wrap-anywhere underline">
                  {url}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function Reply({ shown: { reply, report } }: { shown: Case }) {
  if (!reply) return null;
  return (
    <section
      aria-labelledby="reply-title"
      className="relative grid gap-3 rounded-sm border border-parchment-400 bg-parchment-50 p-5 shadow-card sm:p-6"
    >
      <span
        aria-hidden="true"
        className="absolute -top-2 left-1/2 size-4 rounded-full bg-cranberry-600 shadow-card"
      />
      <h2 id="reply-title" className="text-2xl">
        The account's reply
      </h2>
      <p className="text-ink-700">
        {reply.proven ? (
          <>
            By <strong className="text-ink-900">the account itself</strong>: the sender proved control of it.
          </>
        ) : (
          "Sent with an appeal. The sender hasn't proven control of the account."
        )}{' '}
        <Day at={reply.at} />
        {/* The account was reported again since. */}
        {reply.at < report.reportedAt && ', before this report; the reply is about an earlier one.'}
      </p>
      <blockquote {...writtenLarge}>{reply.body}</blockquote>
    </section>
  );
}

function History({ shown: { changes, report } }: { shown: Case }) {
  return (
    <Section id="history" title="Status history">
      <ol className="grid gap-4">
        {changes.map((change) => (
          <li
            key={`${change.at} ${change.status}`}
            className="grid gap-1 border-l-2 border-parchment-400 pl-4"
          >
            <p>
              <Day at={change.at} />: <strong>{caseTexts.status[change.status]}</strong>, {roles[change.role]}
            </p>
            <Reason change={change} />
          </li>
        ))}
        <li className="border-l-2 border-parchment-400 pl-4">
          <Day at={report.reportedAt} />: <strong>{caseTexts.status.unreviewed}</strong>
        </li>
      </ol>
    </Section>
  );
}
