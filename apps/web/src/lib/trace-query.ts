import { getCasesNaming } from 'virtual:endpoints/cases-naming';
import type { CasesNaming } from '@naughty-list/contracts/cases-naming';
import { toTrace, traceKinds, tracePath } from '@naughty-list/contracts/trace-texts';
import type { Trace } from '@naughty-list/contracts/traces';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** The listed cases that name a trace, or that there are none. */
export type TraceAnswer = CasesNaming | 'none';

/** Prefix of the query key, which the path completes. Refreshing the list invalidates it. */
export const TRACE_KEY = ['scammer-reports', 'trace'] as const;

/** The trace of a path `/trace/:kind/:value`; undefined for an unknown kind. */
export function traceAt(kind: string, value: string): Trace | undefined {
  const known = traceKinds.find((each) => each === kind);
  return known && toTrace(known, value);
}

export const traceQuery = (trace: Trace) =>
  queryOptions({
    queryKey: [...TRACE_KEY, tracePath(trace).toLowerCase()],
    queryFn: async ({ signal }): Promise<TraceAnswer> => {
      const found = await api.call(getCasesNaming, { params: trace }, { signal });
      return found.total === 0 ? 'none' : found;
    },
  });
