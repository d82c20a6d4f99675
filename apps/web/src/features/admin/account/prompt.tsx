import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Form, TextField } from '../../../ui/field.tsx';

type PromptProps = ComponentProps<typeof TextField> & {
  /** Label of the button. */
  action: string;
  /** Further fields. */
  children?: ReactNode;
  /** Rejects with the error to show at the field. */
  onSend: (typed: string) => Promise<unknown>;
};

/** A form with one field, which shows the error of `onSend`. */
export function Prompt({ action, children, onSend, ...field }: PromptProps) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => onSend(typed),
    onSuccess: () => setTyped(''),
  });
  const type = (text: string) => {
    setTyped(text);
    reset();
  };
  return (
    <Form onSubmit={() => !isPending && mutate()} className="grid gap-2">
      <TextField {...field} value={typed} error={error?.message} onType={type} />
      {children}
      <Button look="gold" type="submit" aria-disabled={isPending}>
        {action}
      </Button>
    </Form>
  );
}
