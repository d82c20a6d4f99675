import { formatWhole } from '@naughty-list/contracts/tokens';
import type { ReactNode } from 'react';
import type { Listed } from '../lib/use-listed.ts';
import { Button } from './button.tsx';
import { ListFailed, ListLoading } from './states.tsx';

type ListedEntriesProps = {
  list: Listed<{ id: number }>;
  /** `1 report matches`, `2 reports match`. */
  noun: { one: string; many: string };
  loadingText: string;
  empty: ReactNode;
  nothingFound: ReactNode;
  children: ReactNode;
};

/** The entries of a list with count and "show more", or its loading, empty or error state. */
export function ListedEntries({
  list,
  noun,
  loadingText,
  empty,
  nothingFound,
  children,
}: ListedEntriesProps) {
  if (list.isLoading) return <ListLoading text={loadingText} />;
  const failure = list.error && (
    <ListFailed
      title={list.isSearching ? 'Failed to search' : 'Failed to fetch reports'}
      error={list.error}
      onRetry={() => void list.retry()}
    />
  );
  // A list that cannot be refreshed stays readable.
  if (list.items.length === 0) return failure ?? (list.isSearching ? nothingFound : empty);
  const matching = list.total === 1 ? `${noun.one} matches` : `${noun.many} match`;
  return (
    <>
      <p role="status" className="figures pb-3 text-ink-700">
        {list.isSearching
          ? `${formatWhole(list.total)} ${matching} your search`
          : `Showing ${formatWhole(list.items.length)} of ${formatWhole(list.total)}, newest first`}
        {list.isStale && ". The list couldn't be refreshed just now; this is a saved view."}
      </p>
      {children}
      {failure}
      {list.hasMore && !failure && (
        <div className="grid noscript:hidden justify-items-center border-t border-parchment-400 pt-6">
          <Button
            look="ink"
            disabled={list.isLoadingMore}
            onClick={() => void list.loadMore()}
            className="px-8"
          >
            Load More Entries
          </Button>
        </div>
      )}
    </>
  );
}
