import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

type ConfirmDialogProps = {
  title: string;
  description: string;
  /** Label of the confirm button, idle and while pending. */
  action: string;
  actionUnderWay: string;
  isUnderWay: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Confirms an action with visible consequences; the cancel button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, actionUnderWay, isUnderWay, onConfirm, onCancel, children } = props;
  return (
    <Modal role="alertdialog" title={title} description={description} onClose={onCancel}>
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="cranberry" aria-disabled={isUnderWay} onClick={() => !isUnderWay && onConfirm()}>
          {isUnderWay ? actionUnderWay : action}
        </Button>
      </div>
    </Modal>
  );
}
