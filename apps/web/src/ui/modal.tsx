import X from 'lucide-react/icons/x';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useKeyDown } from '../lib/use-key-down.ts';

type ModalProps = {
  title: ReactNode;
  description: ReactNode;
  art?: ReactNode;
  /** `alertdialog` for a question that requires an answer. */
  role?: 'dialog' | 'alertdialog';
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog in the style of a ledger page. The library's modal mode injects a style element, which the policy forbids,
 * so the rest of the page is made inert here to contain focus and screen readers.
 */
export function Modal({ title, description, art, role = 'dialog', onClose, children }: ModalProps) {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    const behind = document.querySelectorAll<HTMLElement>('#root > :is(a, header, main, footer, aside)');
    for (const element of behind) element.inert = true;
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      for (const element of behind) element.inert = false;
      document.documentElement.classList.remove('overflow-hidden');
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, []);
  const content = useRef<HTMLDivElement>(null);
  // The library passes Escape to a newer toast instead. A focused toast, or a menu outside the dialog, closes alone.
  useKeyDown(({ key, target }) => {
    if (key !== 'Escape' || !(target instanceof Node)) return;
    if (target === document.body || content.current?.contains(target)) onClose();
  });
  return (
    <Dialog.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 grid overflow-y-auto bg-night-950/80 p-3 sm:p-6">
          <Dialog.Content
            ref={content}
            role={role}
            aria-modal="true"
            // Closes only on an outside press: the focus may move to a toast and back.
            onFocusOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            className="paper relative m-auto grid w-full max-w-modal animate-open gap-6 rounded-lg p-5 shadow-page outline-none sm:p-8"
          >
            <div className="flex items-start gap-4 pr-10">
              {art}
              <div className="grid gap-2">
                <Dialog.Title className="text-2xl text-cranberry-700 sm:text-3xl">{title}</Dialog.Title>
                <Dialog.Description className="text-lg text-ink-700">{description}</Dialog.Description>
              </div>
            </div>
            {children}
            <Dialog.Close
              aria-label="Close"
              className="absolute top-2 right-2 grid size-12 place-items-center rounded-sm hover:bg-ink-900/10"
            >
              <X aria-hidden="true" className="size-6" />
            </Dialog.Close>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
