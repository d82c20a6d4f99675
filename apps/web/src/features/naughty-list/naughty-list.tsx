import { caseTexts, statusTexts } from '@naughty-list/contracts/case-texts';
import type { Report } from '@naughty-list/contracts/reports';
import { Link } from '@tanstack/react-router';
import { Component, createRef, type ReactNode } from 'react';
import { categoryChoices } from '../../lib/category-label.ts';
import { classes } from '../../lib/classes.ts';
import { useRenderedNow } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Holly } from '../../ui/drawings.tsx';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { ListedEntries } from '../../ui/listed-entries.tsx';
import { Notice } from '../../ui/notice.tsx';
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
  const { list, answer, term, category, shown, filter, clear } = check;
  const now = useRenderedNow();
  const isAnswered = answer.found !== undefined;
  return (
    <section
      id="naughty-list"
      aria-labelledby={TITLE_ID}
      data-blank={list.isHidden || undefined}
      className={classes('grid gap-5', list.isHidden && 'max-sm:hidden')}
    >
      <ListHead
        title="The Naughty List"
        titleId={TITLE_ID}
        titleColor="text-cranberry-700"
        hint="Open an entry to read the whole story."
      />
      <Chips
        legend={<span className="sr-only">Category</span>}
        name="category"
        choices={filters}
        chosen={category ?? 'all'}
        onChoose={filter}
        className="-m-1 overflow-x-auto p-1"
      />
      <KeepPlace ids={list.items.map(({ id }) => id)} term={`${term} ${shown}`}>
        <ListedEntries
          list={list}
          noun={{ one: 'report', many: 'reports' }}
          loadingText="Loading scammer reports..."
          empty={shown ? <NothingFound onClear={clear} isAnswered={false} /> : <ListEmpty />}
          nothingFound={list.isHidden ? null : <NothingFound onClear={clear} isAnswered={isAnswered} />}
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
      </KeepPlace>
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

/** `isAnswered`: the answer above is announced, so this is not. */
function NothingFound({ onClear, isAnswered }: { onClear: () => void; isAnswered: boolean }) {
  return (
    <Notice title="No matching reports found" {...(isAnswered ? {} : { role: 'status' as const })}>
      <p>Try adjusting your search terms or category filter</p>
      <Button look="outline" onClick={onClear}>
        Back to the whole list
      </Button>
    </Notice>
  );
}

type KeepPlaceProps = {
  /** Ids of the rendered entries, in order; each is a direct child `article`. */
  ids: readonly number[];
  /** Search term of the entries; another term resets the position. */
  term: string;
  children: ReactNode;
};

/**
 * When the entry in use is removed, moves focus and scroll position to the entry that takes its slot, or to the title
 * if none is left; otherwise the content below would shift up. A class component, since hooks have no
 * getSnapshotBeforeUpdate.
 */
class KeepPlace extends Component<KeepPlaceProps> {
  readonly #place = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate({ ids, term }: KeepPlaceProps): number | null {
    if (term !== this.props.term) return null;
    const index = this.#articles().findIndex(isVisitorIn);
    const id = ids[index];
    return id === undefined || this.props.ids.includes(id) ? null : index;
  }

  override componentDidUpdate(_props: KeepPlaceProps, _state: unknown, index: number | null): void {
    if (index === null) return;
    const entry = this.#articles().at(index) ?? this.#articles().at(-1);
    const target = entry?.querySelector('button') ?? document.getElementById(TITLE_ID);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  }

  #articles(): HTMLElement[] {
    return [...(this.#place.current?.querySelectorAll<HTMLElement>(':scope > article') ?? [])];
  }

  override render(): ReactNode {
    return (
      <div ref={this.#place} className="min-h-96">
        {this.props.children}
      </div>
    );
  }
}

/** Whether the entry has the focus or, if nothing has it, is open and in view. */
function isVisitorIn(article: HTMLElement): boolean {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return article.contains(activeElement);
  const { top, bottom } = article.getBoundingClientRect();
  const isSeen = bottom > 0 && top < window.innerHeight;
  return isSeen && article.querySelector('[aria-expanded=true]') !== null;
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
          <Link to="/case/$username" params={{ username: report.username }} className="underline">
            Case page<span className="sr-only"> of {report.username}</span>
          </Link>
          {report.handleChangedAt && <span className="font-bold">The handle has changed hands</span>}
          {report.aliases?.[0]?.isCurrent && (
            <span className="font-bold">now @{report.aliases[0].username}</span>
          )}
          <span className="font-bold">{statusTexts[report.caseStatus ?? 'unreviewed']}</span>
          {report.postUnconfirmed && <span>{caseTexts.postUnconfirmed}</span>}
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
