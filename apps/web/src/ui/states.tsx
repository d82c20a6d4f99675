import { ApiCallError } from '@naughty-list/api-client/client';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Skeleton } from './skeleton.tsx';
import { WaxSeal } from './wax-seal.tsx';

type NoticeProps = {
  title: string;
  heading?: 'h2' | 'h3' | undefined;
  children?: ReactNode;
  art?: ReactNode;
  role?: 'alert' | 'status';
};

/** An empty, no-match or error state within a ledger page. */
export function Notice({ title, heading: Heading = 'h3', children, art, role }: NoticeProps) {
  return (
    <div role={role} className="grid justify-items-center gap-3 px-4 py-10 text-center">
      {art}
      <Heading className="display text-2xl">{title}</Heading>
      <div className="grid max-w-prose justify-items-center gap-4 text-lg text-ink-700">{children}</div>
    </div>
  );
}

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth'];

type ListLoadingProps = {
  text: string;
  /** Shown without scripts. By default a failure, since the server renders a list that it could read. */
  withoutScripts?: ReactNode;
};

export function ListLoading({
  text,
  withoutScripts = "The list didn't load. Reload the page in a minute.",
}: ListLoadingProps) {
  return (
    <div>
      <p role="status" className="px-1 pb-3 text-ink-700 noscript:hidden">
        {text}
      </p>
      <noscript>
        <p className="px-1 pb-3">{withoutScripts}</p>
      </noscript>
      {SKELETONS.map((name) => (
        <div
          key={name}
          className="flex noscript:hidden min-h-24 items-center gap-4 border-t border-parchment-400 px-1 py-4"
        >
          <Skeleton className="size-12 shrink-0" />
          <div className="grid flex-1 gap-3">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-full max-w-prose" />
          </div>
        </div>
      ))}
    </div>
  );
}

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Shown while loading. */
  text: string;
  /** Title shown when loading fails. */
  failure: string;
  withoutScripts?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Renders a query's data once it is loaded. */
export function Loaded<Data>({ query, failure, children, ...loading }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (error) return <ListFailed title={failure} error={error} onRetry={refetch} />;
  return data === undefined ? <ListLoading {...loading} /> : children(data);
}

type ListFailedProps = {
  title: string;
  heading?: 'h2' | 'h3';
  error: Error;
  /** Undefined if a retry would fail again, as it does for input that the server refused (400). */
  onRetry: (() => unknown) | undefined;
};

export function ListFailed({ title, heading, error, onRetry }: ListFailedProps) {
  const status = error instanceof ApiCallError ? error.status : undefined;
  // Other errors are the browser's, such as a script that didn't load.
  const isForVisitors = error instanceof RangeError || (status !== undefined && status !== 0);
  const reason = isForVisitors ? error.message : "We couldn't reach the workshop. Check your connection.";
  return (
    <Notice title={title} heading={heading} role="alert" art={<WaxSeal letter="!" className="size-20" />}>
      <p>{reason}</p>
      {onRetry && status !== 400 && (
        <Button look="ink" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
