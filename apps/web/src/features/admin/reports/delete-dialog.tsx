import { formatWhole } from '@naughty-list/contracts/whole-number';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { counted, type ReportList } from './report-list.ts';
import type { Doomed, useDeletion } from './use-deletion.ts';

const NAMES_SHOWN = 8;

type DeleteDialogProps = {
  reportList: ReportList;
  doomed: readonly Doomed[];
  deletion: Pick<ReturnType<typeof useDeletion>, 'isUnderWay' | 'confirm' | 'cancel'>;
};

/** Lists the reports to delete and asks for confirmation. */
export function DeleteDialog({ reportList, doomed, deletion }: DeleteDialogProps) {
  const [first] = doomed;
  const isOne = doomed.length === 1;
  const more = doomed.length - NAMES_SHOWN;
  return (
    <ConfirmDialog
      title={
        isOne
          ? `Delete the ${reportList.noun.one} about @${first?.username}?`
          : `Delete ${counted(doomed.length, reportList.noun)}?`
      }
      description={`${isOne ? 'It comes' : 'They come'} off the public list immediately. You can restore ${isOne ? 'it' : 'them'} from the audit log.`}
      action="Delete"
      actionUnderWay="Deleting..."
      isUnderWay={deletion.isUnderWay}
      onConfirm={() => void deletion.confirm()}
      onCancel={deletion.cancel}
    >
      {!isOne && (
        <p className="figures">
          {doomed
            .slice(0, NAMES_SHOWN)
            .map(({ id, username }) => `@${username} (#${id})`)
            .join(', ')}
          {more > 0 && ` and ${formatWhole(more)} more`}
        </p>
      )}
    </ConfirmDialog>
  );
}
