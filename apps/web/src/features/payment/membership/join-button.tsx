import type { ReactNode } from 'react';
import { openSociety } from './society.ts';

type JoinButtonProps = { className: string; onOpen?: () => void; children: ReactNode };

/** Opens the Secret Sausage Society modal. */
export function JoinButton({ className, onOpen, children }: JoinButtonProps) {
  const open = () => {
    onOpen?.();
    openSociety();
  };
  return (
    <button type="button" aria-haspopup="dialog" onClick={open} className={className}>
      {children}
    </button>
  );
}
