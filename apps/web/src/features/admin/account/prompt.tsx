import { type ComponentProps, type ReactNode, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, TextField } from '../../../ui/field.tsx';

type PromptProps = ComponentProps<typeof TextField> & {
  /** Label of the button. */
  action: string;
  /** Further fields. */
  children?: ReactNode;
  /** Rejects with what is shown at the field. */
  onSend: (typed: string) => Promise<unknown>;
};

/** A form that sends one text, and says at its field why it was refused. */
export function Prompt({ action, children, onSend, ...field }: PromptProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await onSend(typed);
      setTyped('');
    } catch (error) {
      setProblem(errorText(error, "That didn't go through. Please try again."));
    } finally {
      setIsBusy(false);
    }
  };
  const type = (text: string) => {
    setTyped(text);
    setProblem(undefined);
  };
  return (
    <Form onSubmit={send} className="grid gap-2">
      <TextField {...field} value={typed} error={problem} onType={type} />
      {children}
      <Button look="gold" type="submit" aria-disabled={isBusy}>
        {action}
      </Button>
    </Form>
  );
}
