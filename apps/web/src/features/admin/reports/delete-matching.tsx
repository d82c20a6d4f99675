import { BULK_DELETE_MAX } from '@naughty-list/contracts/admin-reports';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import Trash2 from 'lucide-react/icons/trash';
import { Button } from '../../../ui/button.tsx';
import { Form, TextField } from '../../../ui/field.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SelectField } from '../select-field.tsx';
import { Tool } from '../tool.tsx';
import { counted, type ReportList } from './report-list.ts';
import { useDeleteMatching } from './use-delete-matching.ts';

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
        onSubmit={() => !isUnderWay && void actions.count()}
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
            hint="Optional: only reports from the same network as that one"
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
          onConfirm={() => void actions.confirm()}
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
