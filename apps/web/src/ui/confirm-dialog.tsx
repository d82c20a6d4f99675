import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

type ConfirmDialogProps = {
  title: string;
  description: string;
  /** Label of the confirm button; `busyAction` while pending. */
  action: string;
  busyAction: string;
  /** Label of the other button. */
  cancel?: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Confirms an action with visible consequences; the cancel button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, busyAction, cancel = 'Cancel' } = props;
  const { isBusy, onConfirm, onCancel, children } = props;
  return (
    <Modal role="alertdialog" title={title} description={description} onClose={onCancel}>
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onCancel}>
          {cancel}
        </Button>
        <Button look="cranberry" isBusy={isBusy} onClick={onConfirm}>
          {isBusy ? busyAction : action}
        </Button>
      </div>
    </Modal>
  );
}
