import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { absoluteTime } from '../../../lib/time.ts';
import { ListFilters, type ListOptions, ListPage, ListSummary, useList } from '../list.tsx';
import { Time } from '../parts.tsx';

type LogProps<Row> = Pick<ListOptions<Row>, 'name' | 'filters' | 'load'> & {
  /** Placeholder of the search field. */
  placeholder: string;
  /** Text of the empty state: what the log records. */
  purpose: string;
  children: (rows: Row[]) => ReactNode;
};

/** A log with its search, filters and pages. */
export function Log<Row>({ placeholder, purpose, children, ...options }: LogProps<Row>) {
  const list = useList({
    ...options,
    noun: { one: 'entry', many: 'entries' },
    listName: 'the log',
    empty: { title: 'No changes yet', text: purpose },
  });
  return (
    <>
      <ListFilters list={list} placeholder={placeholder} />
      <ListSummary list={list} />
      <ListPage list={list}>{children}</ListPage>
    </>
  );
}

type LogEntryProps = {
  Icon: LucideIcon;
  title: string;
  who: string;
  /** ISO 8601. */
  at: string;
  /** Beside the title. */
  action?: ReactNode;
  children?: ReactNode;
};

/** A log entry: title, admin and time, with its details as children. */
export function LogEntry({ Icon, title, who, at, action, children }: LogEntryProps) {
  return (
    <article
      aria-label={title}
      className="grid gap-2 border-t border-parchment-400 py-4 wrap-anywhere sm:px-2"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 gap-3">
          <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-ink-700" />
          <div className="min-w-0">
            <h3 className="text-lg leading-tight font-bold">{title}</h3>
            <p className="figures text-ink-700">
              by <strong className="text-ink-900">{who}</strong>, <Time at={at} />,{' '}
              {absoluteTime(new Date(at))}
            </p>
          </div>
        </div>
        {action}
      </div>
      {children}
    </article>
  );
}
