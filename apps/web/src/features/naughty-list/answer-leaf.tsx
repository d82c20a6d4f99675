import { dateText, reportedName, statusDatedBy, statusTexts } from '@naughty-list/contracts/case-texts';
import type { SubjectAnswer } from '@naughty-list/contracts/look-up';
import { traceTexts } from '@naughty-list/contracts/trace-texts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AnswerForm, type AnswerText, answerText, mentionText } from '../../lib/answer-texts.ts';
import { classes } from '../../lib/classes.ts';
import { useRenderedNow } from '../../lib/page-data.ts';
import { praiseText } from '../../lib/praise-text.ts';
import { stampOf } from '../../lib/stamp.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Handle } from '../../ui/handle.tsx';
import { LossTotals } from '../../ui/loss-totals.tsx';
import { BrokenSeal, WaxSeal } from '../../ui/wax-seal.tsx';
import { NameHints } from './name-hints.tsx';

type AnswerLeafProps = {
  answer: SubjectAnswer;
  /** How many reports mention the search term; undefined while unknown. */
  mentions: number | undefined;
  onSearch: (username: string) => void;
};

/** The answer about one subject: how the text was understood, the name, the verdict, and what to do. */
export function AnswerLeaf({ answer, mentions, onSearch }: AnswerLeafProps) {
  const understood = answerText(answer);
  const { form, asked, name, verdict, warning, text, stamp } = understood;
  const now = useRenderedNow();
  const mentioned = mentions === undefined ? undefined : mentionText(answer, mentions);
  return (
    <div
      className={classes(
        'relative grid animate-open gap-4 rounded-lg p-5 shadow-card motion-reduce:animate-none sm:p-8',
        form !== 'unchecked' && 'paper',
        `answer-${form}`,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-nowrap sm:gap-6">
        {marks[form]}
        <p className="sm:hidden">{asked}</p>
        <div className="w-full min-w-0">
          <p className="max-sm:hidden">{asked}</p>
          <h2 className={nameSize(answer, name)}>
            <Handle text={name} className="wrap-anywhere" />
          </h2>
        </div>
      </div>
      <div className="grid gap-1">
        <p data-verdict="" className={classes('text-2xl font-bold', colors[form])}>
          {verdict}
        </p>
        {warning && <p className="text-2xl font-bold">{warning}</p>}
      </div>
      {stamp && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <strong className={classes(stampOf(stamp.status), 'px-3 py-1 text-lg')}>
            {statusTexts[stamp.status]}
          </strong>
          {stamp.at && (
            <span className="figures">
              {statusDatedBy(stamp.status)} {dateText(stamp.at)}
            </span>
          )}
        </p>
      )}
      {form === 'burned' && (
        <p>
          <strong className="stamp stamp-struck px-3 py-1 text-lg">Reported</strong>
        </p>
      )}
      <p className="max-w-prose text-lg">{mentioned ? `${mentioned} ${text}` : text}</p>
      {form === 'listed' && answer.naughty?.firstLines && (
        <blockquote
          dir="auto"
          className="line-clamp-4 max-w-prose border-l-4 border-parchment-400 pl-4 text-lg whitespace-pre-line"
        >
          {answer.naughty.firstLines}
        </blockquote>
      )}
      {form === 'listed' && <LossTotals losses={answer.naughty?.losses ?? []} />}
      {answer.nice && form !== 'praised' && answer.naughty && (
        <p className="text-lg">Also on the Nice List: {praiseText(answer.nice)}.</p>
      )}
      <Naming answer={answer} />
      <NameHints answer={answer} onSearch={onSearch} />
      <Actions answer={answer} text={understood} />
      <p className="figures opacity-90">The Naughty List, {dateText(now.toISOString())}</p>
    </div>
  );
}

/** The cases that name the subject; for a transaction, also the removal that it paid for. */
function Naming({ answer: { subject, naming, isReceipt } }: { answer: SubjectAnswer }) {
  return (
    <>
      {isReceipt && subject.kind === 'transaction' && (
        <p className="text-lg">
          <Link to="/receipt/$signature" params={{ signature: subject.value }} className="underline">
            Read the receipt
          </Link>
        </p>
      )}
      {naming.total > 0 && (
        <div className="grid gap-1 text-lg">
          <p className="font-bold">Named in {naming.total === 1 ? 'a report' : 'reports'} about:</p>
          <ul className="grid gap-1">
            {naming.cases.map(({ username, status, handleChangedAt, isReportAlone }) => (
              <li key={username}>
                <Link to="/case/$username" params={{ username }} className="underline">
                  <Handle text={reportedName({ username, handleChangedAt })} />
                </Link>{' '}
                ({statusTexts[status]}
                {isReportAlone && `; ${traceTexts.reportAlone}`})
              </li>
            ))}
          </ul>
          <p>
            Ownership is not verified.{' '}
            {naming.trace && (
              <Link to="/trace/$kind/$value" params={naming.trace} className="underline">
                Every case that names it
              </Link>
            )}
          </p>
        </div>
      )}
    </>
  );
}

/** A username fits on one line of a phone, which a long one does at 28 px; other subjects may wrap. */
function nameSize({ subject }: SubjectAnswer, name: string): string {
  if (subject.kind !== 'account') return 'text-xl leading-snug';
  return name.length > 14 ? 'text-2xl leading-tight sm:text-3xl' : 'text-3xl leading-tight';
}

const colors: Record<AnswerForm, string> = {
  listed: 'text-cranberry-700',
  praised: 'text-pine-700',
  calm: '',
  absent: '',
  burned: '',
  unchecked: 'text-gold-300',
};

const markClasses = 'size-16 shrink-0 sm:size-24';

/** The seal that shows the verdict, or its placeholder. */
const marks: Record<AnswerForm, ReactNode> = {
  listed: <WaxSeal letter="!" className={markClasses} />,
  praised: <WaxSeal letter="+" tone="pine" className={markClasses} />,
  calm: <BrokenSeal letter="" className={markClasses} />,
  burned: <WaxSeal letter="×" tone="ash" className={markClasses} />,
  absent: (
    <span
      aria-hidden="true"
      className={`${markClasses} rounded-full border-4 border-dashed border-parchment-400`}
    />
  ),
  unchecked: <Lantern />,
};

function Lantern() {
  return (
    <svg viewBox="0 0 64 64" className={markClasses} aria-hidden="true" fill="none" strokeWidth="3">
      <path
        className="stroke-gold-400"
        d="M24 14a8 8 0 0 1 16 0M20 18h24l-4-4H24zM22 18v28M42 18v28M18 46h28v6H18zM28 52v4h8v-4"
      />
      <path className="fill-gold-300" d="M32 24c4 6 6 9 6 12a6 6 0 0 1-12 0c0-3 2-6 6-12z" />
    </svg>
  );
}

type ActionsProps = { answer: SubjectAnswer; text: AnswerText };

function Actions({ answer: { subject, naughty, nice }, text: { form, mayReport } }: ActionsProps) {
  const username = subject.kind === 'account' ? subject.username : undefined;
  if (username === undefined) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {naughty && (
        <Link
          to="/case/$username"
          params={{ username: naughty.username }}
          className={buttonClasses(form === 'listed' ? 'gold' : 'ink')}
        >
          Read the case
        </Link>
      )}
      {naughty?.twitterUrl && form === 'listed' && (
        <a href={naughty.twitterUrl} className={buttonClasses('outline')}>
          The post on X
        </a>
      )}
      {naughty && form === 'listed' && (
        <Link
          to="/case/$username"
          params={{ username: naughty.username }}
          hash="appeal"
          className={buttonClasses('outline')}
        >
          Appeal for free
        </Link>
      )}
      {nice && (
        <Link to="/nice-list" search={{ search: nice.username }} className={buttonClasses('outline')}>
          Read the praise
        </Link>
      )}
      {form === 'burned' && (
        <Link to="/burns" className={buttonClasses('outline')}>
          See every burn so far
        </Link>
      )}
      {(form === 'absent' || form === 'burned' || mayReport) && (
        <Link to="/" search={{ view: 'report' }} className={buttonClasses('outline')}>
          Report <Handle text={`@${username}`} />
        </Link>
      )}
    </div>
  );
}
