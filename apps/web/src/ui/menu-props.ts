import type { ReactNode } from 'react';

export type MenuEntry = { key: string; label: ReactNode; onSelect: () => void };

export type MenuProps = {
  /** The trigger button. */
  button: { className: string; children: ReactNode; title?: string | undefined; disabled?: boolean };
  align: 'start' | 'end';
  heading?: { text: string; title: string } | undefined;
  entries: readonly MenuEntry[];
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};
