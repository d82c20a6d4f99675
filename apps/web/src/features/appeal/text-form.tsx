import { errorText } from '@naughty-list/api-client/client';
import type { PrivateDataKind } from '@naughty-list/contracts/private-data';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { usePrivateDataKinds } from '../../lib/private-data.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Form, TextArea, TextField } from '../../ui/field.tsx';

type TextFormProps = {
  id: string;
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
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const kinds = usePrivateDataKinds(privateDataText ? typed : '');
  const submit = async () => {
    const parsed = check.safeParse(typed);
    setError(parsed.success ? undefined : parsed.error.issues[0]?.message);
    setFailure(undefined);
    setSent(false);
    if (!parsed.success) {
      document.getElementById(id)?.focus();
      return;
    }
    setSending(true);
    try {
      await send(parsed.data);
      setTyped('');
      setSent(true);
    } catch (fault) {
      setFailure(errorText(fault, 'It could not be sent.'));
    }
    setSending(false);
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
        <FailureNote title="It was not sent" message={failure} advice="What you wrote is still here." />
      )}
      <Button look="ink" type="submit" isBusy={isSending} className="sm:justify-self-start">
        {isSending ? 'Sending...' : button}
      </Button>
      <p role="status">{isSent && 'Sent.'}</p>
    </Form>
  );
}
