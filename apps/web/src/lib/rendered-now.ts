import { useQueryClient } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { RENDERED_AT } from './page-data.ts';
import { useNow } from './use-now.ts';

/** The current time, updated every minute; while hydrating, the time at which the server rendered the page. */
export function useRenderedNow(): Date {
  const now = useNow();
  const renderedAt = useQueryClient().getQueryData<number>(RENDERED_AT);
  return useHydrated() || renderedAt === undefined ? now : new Date(renderedAt);
}
