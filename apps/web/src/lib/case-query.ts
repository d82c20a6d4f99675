import { getCase } from 'virtual:endpoints/cases';
import { ApiCallError } from '@naughty-list/api-client/client';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import type { Case } from '@naughty-list/contracts/cases';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** The case of an account, or why there is none. */
export type CaseAnswer = Case | 'none' | 'burned';

/** Prefix of the query key, which the path completes. Refreshing the list invalidates it. */
export const CASE_KEY = ['scammer-reports', 'case'] as const;

export const casePath = (username: string) => `/case/${encodeURIComponent(username)}` as const;

export const caseQuery = (username: string) =>
  queryOptions({
    queryKey: [...CASE_KEY, casePath(username).toLowerCase()],
    queryFn: async ({ signal }): Promise<CaseAnswer> => {
      try {
        return await api.call(getCase, { params: { username } }, { signal });
      } catch (error) {
        if (!(error instanceof ApiCallError)) throw error;
        if (error.code === 'removed_by_burn') return 'burned';
        // Compares the text, since a service that lacks the endpoint responds `not_found`, too.
        if (error.code === 'not_found' && error.message === caseTexts.none) return 'none';
        throw error;
      }
    },
  });
