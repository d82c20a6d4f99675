import type { TopPages, TopReferrers } from '@naughty-list/contracts/analytics';
import type { z } from 'zod';
import { TopList } from './top-list.tsx';

/** The most visited pages, as links. */
export function TopPagesList({ top }: { top: z.infer<typeof TopPages> }) {
  return (
    <TopList
      empty="No visits in this period."
      entries={top.map(({ page, visits }) => ({
        key: page,
        name: page.startsWith('/') ? (
          <a href={page} className="underline decoration-1 underline-offset-4">
            {page}
          </a>
        ) : (
          page
        ),
        visits,
      }))}
    />
  );
}

/** The top referrers. */
export function TopReferrersList({ top }: { top: z.infer<typeof TopReferrers> }) {
  return (
    <TopList
      empty="No visits in this period."
      entries={top.map(({ referrer, visits }) => ({
        key: referrer,
        name: referrer || 'Direct / unknown',
        visits,
      }))}
    />
  );
}
