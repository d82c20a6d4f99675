import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

type ConfirmDialogProps = {
  title: string;
  description: string;
  /** The button that does it, and while it does. */
  action: string;
  actionUnderWay: string;
  isUnderWay: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks before something is done that others will notice; the harmless answer has the focus. */
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
