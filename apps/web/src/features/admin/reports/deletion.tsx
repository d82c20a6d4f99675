import { formatWhole } from '@naughty-list/contracts/tokens';
import { showToast } from '../../../lib/toasts.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { counted } from '../list.tsx';
import { useChange, useRestore } from '../use-change.ts';
import type { ReportList } from './report-list.ts';

/** The fields of a row that a deletion needs. */
export type DeletableRow = { id: number; username: string };

const NAMES_SHOWN = 8;

type DeleteDialogProps = {
  reportList: ReportList;
  toDelete: readonly DeletableRow[];
  onDeleted: (ids: readonly number[]) => void;
  onClose: () => void;
};

/** Lists the reports to delete, deletes them on confirmation, and offers the undo in a toast. */
export function DeleteDialog({ reportList, toDelete, onDeleted, onClose }: DeleteDialogProps) {
  const restore = useRestore('Restore');
  const [first] = toDelete;
  const isOne = toDelete.length === 1;
  const more = toDelete.length - NAMES_SHOWN;
  const staying = isOne ? undefined : reportList.staying;
  const deletion = useChange({
    failure: 'Delete failed',
    advice: reportList.failures.remove,
    onSettled: onClose,
    work: async () => {
      const ids = toDelete.map(({ id }) => id);
      const { deleted, operationId } = await reportList.remove(ids);
      if (deleted.length === 0) throw new Error(staying ?? 'They have already been deleted');
      onDeleted(ids);
      announceDeletion(reportList, deleted.length, () => restore.run(operationId));
    },
  });
  return (
    <ConfirmDialog
      title={
        isOne
          ? `Delete the ${reportList.noun.one} about @${first?.username}?`
          : `Delete ${counted(toDelete.length, reportList.noun)}?`
      }
      description={[
        `${isOne ? 'It comes' : 'They come'} off the public list immediately.`,
        isOne ? reportList.takenAlong : staying,
        `You can restore ${isOne ? 'it' : staying ? 'the deleted ones' : 'them'} from the audit log.`,
      ]
        .filter(Boolean)
        .join(' ')}
      action="Delete"
      busyAction="Deleting…"
      isBusy={deletion.isBusy}
      onConfirm={deletion.run}
      onCancel={onClose}
    >
      {!isOne && (
        <p className="figures">
          {toDelete
            .slice(0, NAMES_SHOWN)
            .map(({ id, username }) => `@${username} (#${id})`)
            .join(', ')}
          {more > 0 && ` and ${formatWhole(more)} more`}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Long enough to read the toast and decide to undo. */
const UNDO_MS = 20_000;

/** Shows a toast with the number of deleted rows and an undo. */
export function announceDeletion({ noun }: ReportList, count: number, undo: () => void): void {
  showToast({
    title: `Deleted ${counted(count, noun)}`,
    description: 'You can undo this from the audit log.',
    durationMs: UNDO_MS,
    action: {
      label: 'Undo',
      altText: 'Undo the deletion. You can also do this later in the audit log.',
      onSelect: undo,
    },
  });
}
