import { formatWhole } from '@naughty-list/contracts/whole-number';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import type { Restore } from '../use-restore.ts';
import { type Operation, operationTitle } from './operations.ts';

type RestoreButtonProps = { operation: Operation; onRestore: Restore };

/** Undoes an operation; asks first if it concerns more rows than are visible. */
export function RestoreButton({ operation, onRestore }: RestoreButtonProps) {
  const { id, first, entries } = operation;
  const count = first.operationRestorable;
  const here = entries.filter(({ isRestorable }) => isRestorable).length;
  const verb = first.action === 'delete' ? 'Restore' : 'Undo';
  const [isAsking, setIsAsking] = useState(false);
  const [isRestoring, setIsRestoring] = useState(false);
  const restore = async () => {
    setIsRestoring(true);
    await onRestore(id, verb);
    setIsRestoring(false);
    setIsAsking(false);
  };
  const press = () => (count > here ? setIsAsking(true) : void restore());
  const underWay = verb === 'Restore' ? 'Restoring...' : 'Undoing...';
  const label = count > 1 ? `${verb} all ${formatWhole(count)}` : verb;
  return (
    <>
      <Button look="pine" aria-disabled={isRestoring} onClick={() => !isRestoring && press()}>
        <Undo2 aria-hidden="true" className="size-5" />
        {isRestoring ? underWay : label}
        <span className="sr-only">: {operationTitle(operation)}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`${label}?`}
          description={`It takes effect at once. ${formatWhole(here)} of them ${here === 1 ? 'is' : 'are'} shown here; the rest are on other pages of the log or don't match the filter.`}
          action={label}
          actionUnderWay={underWay}
          isUnderWay={isRestoring}
          onConfirm={() => void restore()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
