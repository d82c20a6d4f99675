import { caseTexts, statusTexts } from '@naughty-list/contracts/case-texts';
import type { SubjectAnswer } from '@naughty-list/contracts/look-up';
import type { Report } from '@naughty-list/contracts/reports';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { categoryChoices } from '../../lib/category-label.ts';
import { useRenderedNow } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Holly } from '../../ui/drawings.tsx';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { ListedEntries } from '../../ui/listed-entries.tsx';
import { Notice } from '../../ui/states.tsx';
import { keywordBadge } from './keyword-badge.ts';
import type { Check } from './use-check.ts';

/** The focusable title above the entries. */
const TITLE_ID = 'naughty-list-title';

const filters = [['all', 'All'], ...categoryChoices] as const;

type NaughtyListProps = {
  check: Check;
  /** Reports with a pending removal; their cards start open. */
  removalsUnderWay: ReadonlySet<number>;
  renderDetails: RenderDetails;
};

/** The Naughty List: the newest reports, or those that a search found. */
export function NaughtyList({ check, removalsUnderWay, renderDetails }: NaughtyListProps) {
  const { list, answer, category, shown, filter, clear } = check;
  const now = useRenderedNow();
  return (
    <section id="naughty-list" aria-labelledby={TITLE_ID} className="grid gap-5">
      <ListHead
        title="The Naughty List"
        titleId={TITLE_ID}
        titleColor="text-cranberry-700"
        hint={list.isHidden ? 'The whole list is one press away.' : 'Each entry opens to the whole story.'}
      />
      {list.isHidden ? (
        <Button look="outline" onClick={clear} className="justify-self-start">
          Back to the whole list
        </Button>
      ) : (
        <Chips
          legend={<span className="sr-only">Category</span>}
          name="category"
          choices={filters}
          chosen={category ?? 'all'}
          onChoose={filter}
          className="-m-1 overflow-x-auto p-1"
        />
      )}
      <KeepFocus isShort={list.isHidden}>
        <ListedEntries
          list={list}
          noun={{ one: 'report', many: 'reports' }}
          loadingText="Loading scammer reports..."
          empty={shown ? <NothingFound onClear={clear} /> : <ListEmpty />}
          nothingFound={
            list.isHidden ? null : (
              <NothingFound onClear={clear} answers={shown ? [] : answer.found?.answers} />
            )
          }
        >
          {list.items.map((report) => (
            <ReportCard
              key={report.id}
              report={report}
              now={now}
              hasOpenRemoval={removalsUnderWay.has(report.id)}
              renderDetails={renderDetails}
            />
          ))}
        </ListedEntries>
      </KeepFocus>
    </section>
  );
}

function ListEmpty() {
  return (
    <Notice title="No reports yet" role="status" art={<Holly className="h-16" />}>
      <p>Be the first to report a scammer and help protect the community!</p>
    </Notice>
  );
}

type NothingFoundProps = { onClear: () => void; answers?: readonly SubjectAnswer[] | undefined };

/** The answer above is announced, so this is not; where it says more than "no report", of every category, this says nothing. */
function NothingFound({ onClear, answers }: NothingFoundProps) {
  const back = (
    <Button look="outline" onClick={onClear}>
      Back to the whole list
    </Button>
  );
  const saysMore = answers?.some(
    ({ subject, naughty, burned, nice }) => subject.kind !== 'account' || naughty || burned || nice,
  );
  if (saysMore) return <div className="grid justify-items-center py-10">{back}</div>;
  return (
    <Notice title="No matching reports found" {...(answers ? {} : { role: 'status' as const })}>
      <p>Try adjusting your search terms or category filter</p>
      {back}
    </Notice>
  );
}

/** When the entry that had the focus is removed, and nothing else has it, moves the focus to the title. */
function KeepFocus({ isShort, children }: { isShort: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const entry = useRef<Element>(null);
  useEffect(() => {
    const list = place.current;
    const note = ({ target }: FocusEvent) => {
      entry.current = target instanceof Element ? target.closest('article') : null;
    };
    list?.addEventListener('focusin', note);
    return () => list?.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (!entry.current || entry.current.isConnected) return;
    entry.current = null;
    if (document.activeElement === document.body) document.getElementById(TITLE_ID)?.focus();
  });
  return (
    <div ref={place} className={isShort ? undefined : 'min-h-96'}>
      {children}
    </div>
  );
}

/** Renders an opened entry; with `hasOpenRemoval`, its removal form too. */
export type RenderDetails = (report: Report, hasOpenRemoval: boolean) => ReactNode;

type ReportCardProps = {
  report: Report;
  now: Date;
  /** Starts open with the removal form, for a removal that was pending when the page was left. */
  hasOpenRemoval: boolean;
  renderDetails: RenderDetails;
};

export function ReportCard({ report, now, hasOpenRemoval, renderDetails }: ReportCardProps) {
  const description = report.readFirst ?? report.description;
  return (
    <LedgerEntry
      entry={{ ...report, description }}
      badge={keywordBadge(description)}
      tone="cranberry"
      hasSeal={report.caseStatus !== 'compromised' && !report.handleChangedAt}
      now={now}
      isOpenAtFirst={hasOpenRemoval}
      notes={
        <>
          {report.handleChangedAt && <span className="font-bold">The handle has changed hands</span>}
          {report.aliases?.[0]?.isCurrent && (
            <span className="font-bold">now @{report.aliases[0].username}</span>
          )}
          <span className="font-bold">{statusTexts[report.caseStatus ?? 'unreviewed']}</span>
          {report.postUnconfirmed && <span>{caseTexts.postUnconfirmed}</span>}
          <Link to="/case/$username" params={{ username: report.username }} className="underline">
            Case page<span className="sr-only"> of {report.username}</span>
          </Link>
          {report.alsoOnNiceList && (
            <Link to="/nice-list" search={{ search: report.username }} className="font-bold underline">
              Also on the Nice List
            </Link>
          )}
        </>
      }
      renderDetails={() => renderDetails(report, hasOpenRemoval)}
    />
  );
}
