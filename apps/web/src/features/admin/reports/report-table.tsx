import { useCallback, useRef } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { ListFailed, ListLoading } from '../../../ui/list-states.tsx';
import { Pager } from '../pager.tsx';
import { useAddress } from '../use-address.ts';
import { usePage } from '../use-page.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmptyList } from './empty-list.tsx';
import { readListAddress, writeFilter, writePage } from './list-address.ts';
import { ListFilters } from './list-filters.tsx';
import { pageSummary } from './page-summary.ts';
import type { ReportList } from './report-list.ts';
import { ReportRow } from './report-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useDeletion } from './use-deletion.ts';
import { useMarkRead } from './use-mark-read.ts';
import { usePublish } from './use-publish.ts';
import { useSelection } from './use-selection.ts';

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
