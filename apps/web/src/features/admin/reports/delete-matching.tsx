import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import {
  BULK_DELETE_MAX,
  deleteMatchingReports,
  type MatchingReports,
} from '@naughty-list/contracts/admin-reports';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, TextField } from '../../../ui/field.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SelectField } from '../controls.tsx';
import { counted } from '../list.tsx';
import { adminApi } from '../session/admin-api.ts';
import { Tool } from '../tool.tsx';
import { useChange } from '../use-change.ts';
import { useRestore } from '../use-restore.ts';
import { announceDeletion } from './deletion.tsx';
import type { ReportList } from './report-list.ts';

const states = [
  { value: 'all', label: 'Listed and held' },
  { value: 'listed', label: 'Listed' },
  { value: 'held', label: 'Held' },
] as const;

/** Bulk-deletes the reports of a period, optionally from one network. */
export function DeleteMatching({ reportList }: { reportList: ReportList }) {
  const { criteria, matching, problem, isAsked, isUnderWay, ...actions } = useDeleteMatching(reportList);
  const isOff = isUnderWay || matching === undefined || matching === 0;
  return (
    <Tool title="Bulk delete by date and source">
      <Form
        aria-label="Bulk delete by date and source"
        onSubmit={() => !isUnderWay && actions.count()}
        className="grid gap-2"
      >
        <div className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_1fr]">
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              label={end === 'from' ? 'Reported from' : 'Until'}
              hint={end === 'from' ? 'In your time zone' : undefined}
              error={end === 'from' && problem?.field === 'period' ? problem.message : undefined}
              type="datetime-local"
              value={criteria[end]}
              onType={(text) => actions.change({ [end]: text })}
              className="min-h-14"
            />
          ))}
          <SelectField
            label="State"
            value={criteria.state}
            choices={states}
            onChoose={(state) => actions.change({ state })}
          />
          <TextField
            label="Same source as report #"
            hint="Optional: only reports from the same network as this one"
            error={problem?.field === 'sameSourceAs' ? problem.message : undefined}
            inputMode="numeric"
            autoComplete="off"
            value={criteria.sameSourceAs}
            onType={(text) => actions.change({ sameSourceAs: text })}
            className="min-h-14"
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button look="outline" type="submit" aria-disabled={isUnderWay}>
            Count
          </Button>
          <p aria-live="polite" className="figures text-ink-700">
            {matching !== undefined &&
              `${counted(matching, reportList.noun)} ${matching === 1 ? 'matches' : 'match'}`}
          </p>
          <Button
            look={isOff ? 'outline' : 'cranberry'}
            aria-disabled={isOff}
            onClick={() => !isOff && actions.ask()}
            className="ml-auto"
          >
            <Trash2 aria-hidden="true" className="size-5" />
            Delete matching
          </Button>
        </div>
      </Form>
      {isAsked && matching !== undefined && (
        <ConfirmDialog
          title={`Delete ${counted(Math.min(matching, BULK_DELETE_MAX), reportList.noun)}?`}
          description="They come off the public list immediately. You can restore them from the audit log."
          action="Delete"
          actionUnderWay="Deleting..."
          isUnderWay={isUnderWay}
          onConfirm={actions.confirm}
          onCancel={actions.cancel}
        >
          {matching > BULK_DELETE_MAX && (
            <p className="figures">
              {formatWhole(matching)} match. The oldest {formatWhole(BULK_DELETE_MAX)} will be deleted; count
              again for the rest.
            </p>
          )}
        </ConfirmDialog>
      )}
    </Tool>
  );
}

/** The form's values; times are local. */
type Criteria = {
  from: string;
  to: string;
  state: MatchingReports['state'];
  sameSourceAs: string;
};

type Problem = { field: 'period' | 'sameSourceAs'; message: string };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Counts the reports of a period, optionally from one network, and deletes them after the count was shown. */
function useDeleteMatching(reportList: ReportList) {
  const restore = useRestore('Restore');
  const [criteria, setCriteria] = useState(lastHour);
  const [matching, setMatching] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const [isAsked, setIsAsked] = useState(false);

  const call = async (dryRun: boolean) => {
    const { body, problem: found } = readCriteria(criteria);
    setProblem(found);
    if (!body) return undefined;
    return adminApi.call(deleteMatchingReports, { body: { ...body, dryRun } }).catch((error: unknown) => {
      if (!(error instanceof ApiCallError && error.status === 400)) throw error;
      setProblem({ field: 'sameSourceAs', message: error.message });
      return undefined;
    });
  };
  const counting = useChange({
    failure: 'Count failed',
    work: async () => setMatching((await call(true))?.matching),
  });
  const deleting = useChange({
    failure: 'Delete failed',
    onSettled: () => {
      setIsAsked(false);
      setMatching(undefined);
    },
    work: async () => {
      const done = await call(false);
      if (!done) return;
      const { operationId, deleted } = done;
      if (operationId === null)
        showToast({ title: 'Nothing was deleted', description: 'No reports match anymore.' });
      else announceDeletion(reportList, deleted.length, () => restore.run(operationId));
    },
  });
  return {
    criteria,
    /** The number of matches, once counted. */
    matching,
    problem,
    isAsked,
    isUnderWay: counting.isBusy || deleting.isBusy,
    change(part: Partial<Criteria>) {
      setCriteria((current) => ({ ...current, ...part }));
      setMatching(undefined);
      setProblem(undefined);
    },
    count: counting.run,
    ask: () => setIsAsked(true),
    cancel: () => setIsAsked(false),
    confirm: deleting.run,
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
