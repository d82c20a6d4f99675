import { ApiCallError } from '@naughty-list/api-client/client';
import { BULK_DELETE_MAX, deleteMatchingReports } from '@naughty-list/contracts/admin-reports';
import { formatWhole } from '@naughty-list/contracts/tokens';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Form, SelectField, TextField } from '../../../ui/field.tsx';
import { counted } from '../list.tsx';
import { lastPeriod, PeriodFields, readPeriod, Tool } from '../parts.tsx';
import { adminApi } from '../session/admin-api.ts';
import { useChange, useRestore } from '../use-change.ts';
import { announceDeletion } from './deletion.tsx';
import type { ReportList } from './report-list.ts';

const states = [
  { value: 'all', label: 'Listed and held' },
  { value: 'listed', label: 'Listed' },
  { value: 'held', label: 'Held' },
] as const;
type State = (typeof states)[number]['value'];

const HOUR_MS = 3_600_000;
const lastHour = () => ({ ...lastPeriod(HOUR_MS), state: 'all' as State, sameSourceAs: '' });

/** Counts the reports of a period, optionally from one network, and deletes them on confirmation. */
export function DeleteMatching({ reportList }: { reportList: ReportList }) {
  const restore = useRestore('Restore');
  const [criteria, setCriteria] = useState(lastHour);
  const [matching, setMatching] = useState<number>();
  const [errors, setErrors] = useState<{ period?: string; sameSourceAs?: string }>({});
  const [isConfirming, setIsConfirming] = useState(false);

  const change = (part: Partial<typeof criteria>) => {
    setCriteria((current) => ({ ...current, ...part }));
    setMatching(undefined);
    setErrors({});
  };
  const send = async (dryRun: boolean) => {
    const period = readPeriod(criteria);
    const number = criteria.sameSourceAs.trim().replace(/^#/, '');
    if (!period) return setErrors({ period: 'Enter a start and an end, with the start first' });
    if (!/^([1-9]\d{0,9})?$/.test(number))
      return setErrors({ sameSourceAs: 'Enter a report number, such as 12' });
    setErrors({});
    const { state } = criteria;
    const body = { ...period, state, ...(number && { sameSourceAs: Number(number) }), dryRun };
    return adminApi.call(deleteMatchingReports, { body }).catch((error: unknown) => {
      if (!(error instanceof ApiCallError && error.status === 400)) throw error;
      setErrors({ sameSourceAs: error.message });
    });
  };
  const counting = useChange({
    failure: 'Count failed',
    work: async () => setMatching((await send(true))?.matching),
  });
  const deletion = useChange({
    failure: 'Delete failed',
    onSettled: () => {
      setIsConfirming(false);
      setMatching(undefined);
    },
    work: async () => {
      const done = await send(false);
      if (!done) return;
      const { operationId, deleted } = done;
      if (operationId === null)
        showToast({ title: 'Nothing was deleted', description: 'No reports match anymore.' });
      else announceDeletion(reportList, deleted.length, () => restore.run(operationId));
    },
  });
  const isBusy = counting.isBusy || deletion.isBusy;
  const isDisabled = isBusy || !matching;
  return (
    <Tool title="Bulk delete by date and source">
      <Form
        aria-label="Bulk delete by date and source"
        onSubmit={() => !isBusy && counting.run()}
        className="grid gap-2"
      >
        <div className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_1fr]">
          <PeriodFields
            label="Reported from"
            period={criteria}
            error={errors.period}
            onChange={change}
            className="min-h-14"
          />
          <SelectField
            label="State"
            value={criteria.state}
            choices={states}
            onChoose={(state) => change({ state })}
          />
          <TextField
            label="Same source as report #"
            hint="Optional: only reports from the same network as this one"
            error={errors.sameSourceAs}
            inputMode="numeric"
            autoComplete="off"
            value={criteria.sameSourceAs}
            onType={(text) => change({ sameSourceAs: text })}
            className="min-h-14"
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button look="outline" type="submit" aria-disabled={isBusy}>
            Count
          </Button>
          <p aria-live="polite" className="figures text-ink-700">
            {matching !== undefined &&
              `${counted(matching, reportList.noun)} ${matching === 1 ? 'matches' : 'match'}`}
          </p>
          <Button
            look={isDisabled ? 'outline' : 'cranberry'}
            Icon={Trash2}
            aria-disabled={isDisabled}
            onClick={() => setIsConfirming(true)}
            className="ml-auto"
          >
            Delete matching reports
          </Button>
        </div>
      </Form>
      {isConfirming && matching !== undefined && (
        <ConfirmDialog
          title={`Delete ${counted(Math.min(matching, BULK_DELETE_MAX), reportList.noun)}?`}
          description="They come off the public list immediately. Cases with a decision, or with statements from other networks, stay. You can restore the deleted ones from the audit log."
          action="Delete"
          busyAction="Deleting…"
          isBusy={deletion.isBusy}
          onConfirm={deletion.run}
          onCancel={() => setIsConfirming(false)}
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
