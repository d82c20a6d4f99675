import type { ReactNode } from 'react';
import type { Chunk } from '../lib/chunk.ts';
import { Button } from './button.tsx';
import { Loading } from './skeleton.tsx';
import { Notice } from './states.tsx';

type LazyProps<T> = {
  chunk: Chunk<T>;
  /** Accessible description of what is loading. */
  label: string;
  /** Sets the height, to prevent layout shifts. */
  className: string;
  /** Renders the loaded module. */
  children: (loaded: T) => ReactNode;
};

/** Loads a chunk when rendered; shows a placeholder until then. */
export function Lazy<T>({ chunk, label, className, children }: LazyProps<T>) {
  const { value, hasFailed } = chunk.use(true);
  if (value) return children(value);
  if (!hasFailed) return <Loading text={label} className={className} />;
  return (
    <Notice title="This didn't load" role="alert">
      <p>
        This part of the page didn't arrive. Check your connection and try again. If that doesn't help, reload
        the page: a new version may be out.
      </p>
      <Button look="ink" onClick={() => void chunk.fetch()}>
        Try again
      </Button>
    </Notice>
  );
}
