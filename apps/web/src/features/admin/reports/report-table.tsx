import { formatWhole } from '@naughty-list/contracts/whole-number';
import { useCallback, useRef } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { ListFailed, ListLoading } from '../../../ui/list-states.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaxSeal } from '../../../ui/wax-seal.tsx';
import { Pager } from '../pager.tsx';
import { useAddress } from '../use-address.ts';
import { type Page, ROWS_PER_PAGE, usePage } from '../use-page.ts';
import { DeleteDialog, useDeletion } from './deletion.tsx';
import { ListFilters, readListAddress, writeFilter, writePage } from './list-filters.tsx';
import { counted, type ListFilter, type ReportList } from './report-list.ts';
import { ReportRow } from './report-row.tsx';
import { SelectionBar, useSelection } from './selection-bar.tsx';
import { useMarkRead, usePublish } from './use-publish.ts';

/** One of the two lists, paginated, with all admin actions. */
export function ReportTable({ reportList }: { reportList: ReportList }) {
  const [address, change] = useAddress();
  const { filter, page } = readListAddress(address);
  const list = usePage({
    queryKey: ['admin', reportList.subject, filter],
    page,
    load: (slice, signal) => reportList.fetchPage({ ...filter, ...slice }, signal),
    onBeyondEnd: useCallback((last: number) => void change(writePage(last), { replace: true }), [change]),
  });
  const selection = useSelection(list.rows);
  const heading = useRef<HTMLHeadingElement>(null);
  const onGone = (ids: readonly number[]) => {
    selection.forget(ids);
    // The button that had the focus was removed with its row.
    heading.current?.focus();
  };
  const deletion = useDeletion({ reportList, onDeleted: onGone });
  const publish = usePublish({ reportList, onPublished: onGone });
  const markRead = useMarkRead(reportList);
  const now = useNow();
  const go = async (next: number) => {
    await change(writePage(next));
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <section aria-labelledby="list-title" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2
          id="list-title"
          ref={heading}
          tabIndex={-1}
          className={reportList.tone === 'pine' ? 'text-2xl text-pine-700' : 'text-2xl text-cranberry-700'}
        >
          {reportList.title}
        </h2>
        <p role="status" className="figures text-ink-700">
          {pageSummary(list, reportList.noun)}
        </p>
      </div>
      <ListFilters
        filter={filter}
        states={reportList.states}
        hasCategories={reportList.hasCategories}
        onChange={(next) => void change(writeFilter(next))}
      />
      {list.isLoading ? (
        <ListLoading text="Loading reports..." />
      ) : list.error ? (
        <ListFailed title="Failed to fetch reports" error={list.error} onRetry={list.retry} />
      ) : list.rows.length === 0 ? (
        <EmptyList
          reportList={reportList}
          filter={filter}
          onShowAll={() => void change(writeFilter(readListAddress({}).filter))}
        />
      ) : (
        <div aria-busy={list.isMoving} className={list.isMoving ? 'opacity-60' : undefined}>
          <SelectionBar
            selection={selection}
            onChooseAll={(isChosen) => selection.choose(list.rows, isChosen)}
            onPublish={
              filter.state === 'held' ? () => publish(selection.list().map(({ id }) => id)) : undefined
            }
            onDelete={() => deletion.ask(selection.list())}
          />
          {list.rows.map((row) => (
            <ReportRow
              key={row.id}
              reportList={reportList}
              row={row}
              now={now}
              isChosen={selection.has(row.id)}
              onChoose={(isChosen) => selection.choose([row], isChosen)}
              onPublish={row.held ? () => publish([row.id]) : undefined}
              onRead={
                markRead && row.isReviewed === false && !row.held ? () => markRead([row.id]) : undefined
              }
              onDelete={() => deletion.ask([row])}
            />
          ))}
          <div className="border-t border-parchment-400">
            <Pager page={list.page} lastPage={list.lastPage} onGo={(next) => void go(next)} />
          </div>
        </div>
      )}
      {deletion.doomed && (
        <DeleteDialog reportList={reportList} deletion={deletion} doomed={deletion.doomed} />
      )}
    </section>
  );
}

type EmptyListProps = { reportList: ReportList; filter: ListFilter; onShowAll: () => void };

/** Empty state: no reports yet, or no matches. */
function EmptyList({ reportList, filter, onShowAll }: EmptyListProps) {
  const isFiltered = Object.values(writeFilter(filter)).some((value) => value !== undefined);
  const art = <WaxSeal letter="?" tone={reportList.tone} className="size-16" />;
  if (!isFiltered) {
    return (
      <Notice title={`No ${reportList.noun.many} yet`} art={art}>
        <p>A clean page. New entries will appear here.</p>
      </Notice>
    );
  }
  return (
    <Notice title={`No matching ${reportList.noun.many} found`} art={art}>
      <p>Try other words or a longer period, or show all.</p>
      <Button look="ink" onClick={onShowAll}>
        Show all
      </Button>
    </Notice>
  );
}

/** `Showing 26 to 50 of 1,234 reports, newest first`; empty until the total is known. */
function pageSummary(
  {
    rows,
    total,
    shownPage,
    error,
    isLoading,
  }: Pick<Page<unknown>, 'rows' | 'total' | 'shownPage' | 'error' | 'isLoading'>,
  noun: ReportList['noun'],
): string {
  if (isLoading || error || rows.length === 0) return '';
  const first = (shownPage - 1) * ROWS_PER_PAGE + 1;
  const last = first + rows.length - 1;
  const shown = `${formatWhole(first)} to ${formatWhole(last)}`;
  return `Showing ${shown} of ${counted(total, noun)}, newest first`;
}
