import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

type ConfirmDialogProps = {
  title: string;
  description: string;
  /** Label of the confirm button; `busyAction` while pending. */
  action: string;
  busyAction: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Confirms an action with visible consequences; the cancel button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, busyAction, isBusy, onConfirm, onCancel, children } = props;
  return (
    <Modal role="alertdialog" title={title} description={description} onClose={onCancel}>
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="cranberry" aria-disabled={isBusy} onClick={() => !isBusy && onConfirm()}>
          {isBusy ? busyAction : action}
        </Button>
      </div>
    </Modal>
  );
}
