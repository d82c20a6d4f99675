import { formatWhole } from '@naughty-list/contracts/whole-number';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { absoluteTime, relativeTime } from '../../../lib/relative-time.ts';
import { Button } from '../../../ui/button.tsx';
import { ListFailed, ListLoading } from '../../../ui/list-states.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaxSeal } from '../../../ui/wax-seal.tsx';
import { Pager } from '../pager.tsx';
import { type Address, pageOf, useAddress } from '../use-address.ts';
import { type RowsAndTotal, usePage } from '../use-page.ts';

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

type EmptyLogProps = { isFiltered: boolean; purpose: string; onShowAll: () => void };

/** Empty state: no changes yet, or no matches. */
function EmptyLog({ isFiltered, purpose, onShowAll }: EmptyLogProps) {
  const art = <WaxSeal letter="?" tone="gold" className="size-16" />;
  if (!isFiltered) {
    return (
      <Notice title="No changes yet" art={art}>
        <p>{purpose}</p>
      </Notice>
    );
  }
  return (
    <Notice title="No matching entries found" art={art}>
      <Button look="ink" onClick={onShowAll}>
        Show all
      </Button>
    </Notice>
  );
}

/** `at`: ISO 8601. */
type EntryHeadProps = { Icon: LucideIcon; title: string; who: string; at: string; now: Date };

/** Action, admin and time of an entry. */
export function EntryHead({ Icon, title, who, at, now }: EntryHeadProps) {
  const time = new Date(at);
  return (
    <div className="flex min-w-0 gap-3">
      <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-ink-700" />
      <div className="min-w-0">
        <h3 className="text-lg leading-tight font-bold">{title}</h3>
        <p className="figures text-ink-700">
          by <strong className="text-ink-900">{who}</strong>,{' '}
          <time dateTime={at} title={absoluteTime(time)}>
            {relativeTime(time, now)}
          </time>
          , {absoluteTime(time)}
        </p>
      </div>
    </div>
  );
}

type Asked = { q: string; limit: number; offset: number };

type LogOptions<Row> = {
  /** Cache key of the log. */
  name: string;
  /** Filters from the URL, besides the search; undefined means no filter. */
  filters: Record<string, string | undefined>;
  load: (asked: Asked, signal: AbortSignal) => Promise<RowsAndTotal<Row>>;
};

const pageInAddress = (page: number): Address => ({ page: page === 1 ? undefined : String(page) });

/** A paginated log, filtered by the URL. */
export function useLog<Row>({ name, filters, load }: LogOptions<Row>) {
  const [address, change] = useAddress();
  const q = (address.q ?? '').trim().slice(0, 200);
  const page = usePage({
    queryKey: ['admin', name, q, filters],
    page: pageOf(address.page),
    load: (slice, signal) => load({ q, ...slice }, signal),
    onBeyondEnd: useCallback((last: number) => void change(pageInAddress(last), { replace: true }), [change]),
  });
  const names = Object.keys(filters);
  const narrow = (changes: Address) => void change({ ...changes, page: undefined });
  return {
    q,
    page,
    isFiltered: q !== '' || Object.values(filters).some((value) => value !== undefined),
    /** Changes the filters and returns to the first page. */
    narrow,
    showAll: () => narrow({ q: undefined, ...Object.fromEntries(names.map((each) => [each, undefined])) }),
    goTo: (next: number) => change(pageInAddress(next)),
  };
}

type Log<Row> = ReturnType<typeof useLog<Row>>;
