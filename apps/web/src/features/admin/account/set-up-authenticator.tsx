import { confirmAuthenticator } from '@naughty-list/contracts/admin-accounts';
import { useId, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { controlClasses, Field } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { adminApi } from '../session/admin-api.ts';

type SetUpProps = {
  secret: string;
  /** Of the QR code. */
  url: string;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
};

/** The second step of setting up an authenticator app: scan, and prove it by a code. */
export function SetUpAuthenticator({ secret, url, onDone, onClose }: SetUpProps) {
  const id = useId();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    if (code.trim() === '') return setProblem('Enter the code that the app shows');
    try {
      const { recoveryCodes } = await adminApi.call(confirmAuthenticator, { body: { code } });
      onDone(recoveryCodes);
    } catch (error) {
      setProblem(errorText(error, "That didn't go through. Please try again."));
    }
  };
  return (
    <Modal
      title="Set up your app"
      description="Scan the code with an authenticator app, or type its secret. Then enter the six digits that the app shows."
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-4">
        <div className="w-44">
          <QrCode text={url} label="QR code for the authenticator app" />
        </div>
        <div className="grid gap-2">
          <code className="max-w-60 font-mono wrap-anywhere">{secret}</code>
          <CopyButton text={secret} label="Copy the secret" isLabelShown />
        </div>
      </div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
        className="grid gap-2"
      >
        <Field id={id} label="Code" error={problem}>
          {({ describedBy }) => (
            <input
              id={id}
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              aria-invalid={problem !== undefined}
              aria-describedby={describedBy}
              onChange={({ target }) => {
                setCode(target.value);
                setProblem(undefined);
              }}
              className={controlClasses}
            />
          )}
        </Field>
        <Button look="gold" type="submit">
          Turn on
        </Button>
      </form>
    </Modal>
  );
}
