import { formatWhole } from '@naughty-list/contracts/whole-number';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { type Operation, operationTitle } from './operations.ts';

type RestoreButtonProps = { operation: Operation; onRestore: (operationId: string) => Promise<void> };

/** Undoes a deletion; asks first if it restores more rows than are visible. */
export function RestoreButton({ operation, onRestore }: RestoreButtonProps) {
  const { id, first, entries } = operation;
  const count = first.operationRestorable;
  const here = entries.filter(({ isRestorable }) => isRestorable).length;
  const [isAsking, setIsAsking] = useState(false);
  const [isRestoring, setIsRestoring] = useState(false);
  const restore = async () => {
    setIsRestoring(true);
    await onRestore(id);
    setIsRestoring(false);
    setIsAsking(false);
  };
  const press = () => (count > here ? setIsAsking(true) : void restore());
  const label = count > 1 ? `Restore all ${formatWhole(count)}` : 'Restore';
  return (
    <>
      <Button look="pine" aria-disabled={isRestoring} onClick={() => !isRestoring && press()}>
        <Undo2 aria-hidden="true" className="size-5" />
        {isRestoring ? 'Restoring...' : label}
        <span className="sr-only"> what was deleted: {operationTitle(operation)}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`${label}?`}
          description={`They become public again at once. ${formatWhole(here)} of them ${here === 1 ? 'is' : 'are'} shown here; the others are on other pages of the log, or do not match the filter.`}
          action={label}
          actionUnderWay="Restoring..."
          isUnderWay={isRestoring}
          onConfirm={() => void restore()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
