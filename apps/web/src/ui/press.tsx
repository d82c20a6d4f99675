import { errorText } from '@naughty-list/api-client/client';
import { useMutation } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';

type PressProps = {
  button: string;
  send: () => Promise<void>;
  look?: 'ink' | 'outline' | 'quiet';
};

/** A button that calls `send` and shows its failure. */
export function Press({ button, send, look = 'ink' }: PressProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: send });
  return (
    <>
      {error && (
        <FailureNote
          title="That didn't work"
          message={errorText(error, "That didn't work.")}
          advice="Please try again."
        />
      )}
      <Button
        look={look}
        isBusy={isPending}
        onClick={() => mutate()}
        className={look === 'quiet' ? 'justify-self-start' : 'sm:justify-self-start'}
      >
        {button}
      </Button>
    </>
  );
}
