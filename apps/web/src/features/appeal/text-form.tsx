import { errorText } from '@naughty-list/api-client/client';
import type { PrivateDataKind } from '@naughty-list/contracts/private-data';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { usePrivateDataKinds } from '../../lib/private-data.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Form, TextArea, TextField } from '../../ui/field.tsx';
import { useDraft } from './kept-in-tab.ts';

type TextFormProps = {
  id: string;
  caseNumber: number;
  label: string;
  hint?: string;
  button: string;
  /** Schema of the text. */
  check: z.ZodType<string>;
  isLine?: boolean;
  /** Hint about private data, for a text that becomes public. */
  privateDataText?: (kinds: readonly PrivateDataKind[]) => string;
  send: (text: string) => Promise<void>;
  children?: ReactNode;
};

/** A form with a single text, which stays until it is sent. */
export function TextForm(props: TextFormProps) {
  const { id, label, hint, button, check, isLine = false, privateDataText, send, children } = props;
  const [typed, setTyped] = useDraft(`${id} ${props.caseNumber}`);
  const [error, setError] = useState<string>();
  const {
    mutate,
    isPending,
    isSuccess,
    error: failure,
    reset,
  } = useMutation({
    mutationFn: send,
    onSuccess: () => setTyped(''),
  });
  const kinds = usePrivateDataKinds(privateDataText ? typed : '');
  const submit = () => {
    const parsed = check.safeParse(typed);
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) return mutate(parsed.data);
    reset();
    document.getElementById(id)?.focus();
  };
  const field = {
    id,
    label,
    hint: (
      <>
        {hint}
        <strong aria-live="polite" className="block text-ink-900">
          {kinds.length > 0 && privateDataText?.(kinds)}
        </strong>
      </>
    ),
    error,
    value: typed,
    onType: setTyped,
    autoComplete: 'off',
  };
  return (
    <Form onSubmit={submit} className="grid max-w-[44rem] gap-2">
      {isLine ? <TextField {...field} /> : <TextArea {...field} rows={5} />}
      {children}
      {failure && (
        <FailureNote
          title={isLine ? 'The link was not accepted' : 'It was not sent'}
          message={errorText(failure, 'It could not be sent.')}
          advice="What you wrote is still here."
        />
      )}
      <Button look="ink" type="submit" isBusy={isPending} className="sm:justify-self-start">
        {isPending ? 'Sending…' : button}
      </Button>
      <p role="status">{isSuccess && 'Sent.'}</p>
    </Form>
  );
}
