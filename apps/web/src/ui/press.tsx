import { useState } from 'react';
import { errorText } from '../lib/error-text.ts';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';

/** A button that calls `send` and shows its failure. */
export function Press({
  button,
  send,
  look = 'ink',
}: {
  button: string;
  send: () => Promise<void>;
  look?: 'ink' | 'outline' | 'quiet';
}) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const press = async () => {
    setSending(true);
    setFailure(undefined);
    try {
      await send();
    } catch (error) {
      setFailure(errorText(error, "That didn't work."));
    }
    setSending(false);
  };
  return (
    <>
      {failure && <FailureNote title="That didn't work" message={failure} advice="Please try again." />}
      <Button look={look} isBusy={isSending} onClick={press} className="sm:justify-self-start">
        {button}
      </Button>
    </>
  );
}
