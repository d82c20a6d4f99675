import { type ReactNode, useId, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { controlClasses, Field } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';

type PasswordDialogProps = {
  title: string;
  description: string;
  action: string;
  /** Further fields. */
  children?: ReactNode;
  /** Rejects with what is shown. */
  onSubmit: (password: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the current password before how to log in changes. */
export function PasswordDialog({
  title,
  description,
  action,
  children,
  onSubmit,
  onClose,
}: PasswordDialogProps) {
  const id = useId();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    if (isBusy) return;
    if (password === '') return setProblem('Enter your password');
    setIsBusy(true);
    try {
      await onSubmit(password);
    } catch (error) {
      setProblem(errorText(error, "That didn't go through. Please try again."));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal title={title} description={description} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="grid gap-2"
      >
        <Field id={id} label="Your password" error={problem}>
          {({ describedBy }) => (
            <input
              id={id}
              type="password"
              value={password}
              autoComplete="current-password"
              aria-invalid={problem !== undefined}
              aria-describedby={describedBy}
              onChange={({ target }) => {
                setPassword(target.value);
                setProblem(undefined);
              }}
              className={controlClasses}
            />
          )}
        </Field>
        {children}
        <Button look="gold" type="submit" aria-disabled={isBusy}>
          {action}
        </Button>
      </form>
    </Modal>
  );
}
