import { formatWhole } from '@naughty-list/contracts/whole-number';
import { type ReactNode, useRef } from 'react';
import { ListFailed, ListLoading } from '../../../ui/list-states.tsx';
import { Pager } from '../pager.tsx';
import { EmptyLog } from './empty-log.tsx';
import type { Log } from './use-log.ts';

type LogEntriesProps<Row> = {
  log: Log<Row>;
  /** What the log records, for its empty state. */
  purpose: string;
  /** Renders the entries of a page. */
  children: (rows: Row[]) => ReactNode;
};

/** A page of a log with pager and total, or the empty state. */
export function LogEntries<Row>(props: LogEntriesProps<Row>) {
  const { rows, total, error } = props.log.page;
  const count = `${formatWhole(total)} ${total === 1 ? 'entry' : 'entries'}, newest first`;
  return (
    <>
      <p role="status" className="figures text-ink-700 empty:hidden">
        {rows.length > 0 && !error && count}
      </p>
      <Entries {...props} />
    </>
  );
}

function Entries<Row>({ log, purpose, children }: LogEntriesProps<Row>) {
  const { page, isFiltered, goTo, showAll } = log;
  const top = useRef<HTMLDivElement>(null);
  if (page.isLoading) return <ListLoading text="Loading the audit log..." />;
  if (page.error)
    return <ListFailed title="Failed to fetch the audit log" error={page.error} onRetry={page.retry} />;
  if (page.rows.length === 0)
    return <EmptyLog isFiltered={isFiltered} purpose={purpose} onShowAll={showAll} />;
  const go = async (next: number) => {
    await goTo(next);
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={top}
      tabIndex={-1}
      aria-busy={page.isMoving}
      className={page.isMoving ? 'opacity-60' : undefined}
    >
      {children(page.rows)}
      <div className="border-t border-parchment-400">
        <Pager page={page.page} lastPage={page.lastPage} onGo={(next) => void go(next)} />
      </div>
    </div>
  );
}
