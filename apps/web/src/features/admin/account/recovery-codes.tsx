import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Modal } from '../../../ui/modal.tsx';

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Modal
      title="Your recovery codes"
      description="Each logs you in once if your phone or key is lost. They are shown only now: keep them in a password manager, or on paper."
      onClose={onClose}
    >
      <ul className="figures grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label="Copy the codes" isLabelShown />
        <Button look="gold" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </Modal>
  );
}
