import { createStore } from '../../../lib/store.ts';
import { useKeyDown } from '../../../lib/use-key-down.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';

/** An available action, by button or key. */
export type Action = {
  key: string;
  label: string;
  /** Outlined by default. */
  look?: 'pine' | 'cranberry' | 'outline';
  run: () => void;
};

/** Single-key shortcuts can be turned off for users of speech input (WCAG 2.1.4). */
export const shortcuts = createStore({ isOn: true });

/** Runs the action of a pressed key, unless a field has the focus or a dialog is open. */
export function useShortcuts(actions: readonly Action[]): void {
  const { isOn } = shortcuts.use();
  useKeyDown((event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || event.defaultPrevented || areKeysBlocked(target)) return;
    const action = actions.find((each) => each.key.toLowerCase() === key.toLowerCase());
    if (!action) return;
    event.preventDefault();
    action.run();
  }, isOn);
}

function areKeysBlocked(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return true;
  return target.closest('input:not([type="radio"]), textarea, select, [contenteditable]') !== null;
}

/** Buttons of the actions, each with its key. */
export function ActionButtons({ actions, isBusy }: { actions: readonly Action[]; isBusy: boolean }) {
  const { isOn } = shortcuts.use();
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map(({ key, label, look = 'outline', run }) => (
        <Button
          key={label}
          look={look}
          aria-disabled={isBusy}
          aria-keyshortcuts={isOn && key ? key : undefined}
          onClick={run}
          className="px-4!"
        >
          {label}
          {isOn && key && <Key>{key}</Key>}
        </Button>
      ))}
    </div>
  );
}

/** A keyboard key. */
export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-md:hidden">
      <kbd className="rounded-sm border border-current px-1.5 font-mono text-base leading-6">
        {children.length === 1 ? children.toUpperCase() : children}
      </kbd>
    </span>
  );
}

/** The available actions and their keys. */
export function ShortcutsDialog({ actions, onClose }: { actions: readonly Action[]; onClose: () => void }) {
  const { isOn } = shortcuts.use();
  const rows = [
    ...actions.map(({ key, label }) => [key.length === 1 ? key.toUpperCase() : key, label]),
    ['Ctrl+Enter', 'Send the form'],
    ['Esc', 'Close the form'],
  ];
  return (
    <Modal
      title="Shortcuts"
      description="Shortcuts work while you're not typing in a field."
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {rows.map(([key, label]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-current px-2 font-mono">{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <Button look="outline" onClick={() => shortcuts.set({ isOn: !isOn })} className="w-fit">
        {isOn ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
      </Button>
    </Modal>
  );
}
