import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { deleteMatchingReports, type MatchingReports } from '@naughty-list/contracts/admin-reports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { adminApi } from '../session/admin-api.ts';
import { refreshLists, useRestore } from '../use-restore.ts';
import type { ReportList } from './report-list.ts';
import { announceDeletion } from './use-deletion.ts';

/** The form's values; times are local. */
export type Criteria = {
  from: string;
  to: string;
  state: MatchingReports['state'];
  sameSourceAs: string;
};

type Problem = { field: 'period' | 'sameSourceAs'; message: string };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Counts the reports of a period, optionally from one network, and deletes them after the count was shown. */
export function useDeleteMatching(reportList: ReportList) {
  const queryClient = useQueryClient();
  const restore = useRestore();
  const [criteria, setCriteria] = useState(lastHour);
  const [matching, setMatching] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const [isAsked, setIsAsked] = useState(false);
  const [isUnderWay, setIsUnderWay] = useState(false);

  const run = async (dryRun: boolean) => {
    const { body, problem: found } = readCriteria(criteria);
    setProblem(found);
    if (!body) return undefined;
    setIsUnderWay(true);
    try {
      return await adminApi.call(deleteMatchingReports, { body: { ...body, dryRun } });
    } catch (error) {
      const isOurs = error instanceof ApiCallError && error.status === 400;
      if (isOurs) setProblem({ field: 'sameSourceAs', message: error.message });
      else showFailure(dryRun ? 'Count failed' : 'Delete failed', 'Please try again.');
    } finally {
      setIsUnderWay(false);
    }
  };
  return {
    criteria,
    /** The number of matches, once counted. */
    matching,
    problem,
    isAsked,
    isUnderWay,
    change(part: Partial<Criteria>) {
      setCriteria((current) => ({ ...current, ...part }));
      setMatching(undefined);
      setProblem(undefined);
    },
    async count() {
      const counted = await run(true);
      setMatching(counted?.matching);
    },
    ask: () => setIsAsked(true),
    cancel: () => setIsAsked(false),
    async confirm() {
      const done = await run(false);
      setIsAsked(false);
      setMatching(undefined);
      if (!done) return;
      const { operationId, deleted } = done;
      if (operationId === null)
        showToast({ title: 'Nothing was deleted', description: 'No reports match anymore.' });
      else announceDeletion(reportList, deleted.length, () => void restore(operationId, 'Restore'));
      await refreshLists(queryClient);
    },
  };
}

function readCriteria({ from, to, state, sameSourceAs }: Criteria): {
  body?: Omit<MatchingReports, 'dryRun'>;
  problem?: Problem;
} {
  const [begin, end] = [new Date(from), new Date(to)];
  if (!(begin < end))
    return { problem: { field: 'period', message: 'Enter a start and an end, the start first' } };
  const body = { from: begin.toISOString(), to: end.toISOString(), state };
  const number = sameSourceAs.trim().replace(/^#/, '');
  if (number === '') return { body };
  if (!/^[1-9]\d{0,9}$/.test(number))
    return { problem: { field: 'sameSourceAs', message: 'Enter a report number, such as 12' } };
  return { body: { ...body, sameSourceAs: Number(number) } };
}

/** From an hour ago to the end of the current minute. */
function lastHour(): Criteria {
  const now = Date.now();
  return { from: localTime(now - HOUR_MS), to: localTime(now + MINUTE_MS), state: 'all', sameSourceAs: '' };
}

/** Formats for a `datetime-local` input: `2026-12-24T18:00`. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
