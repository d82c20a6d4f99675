import { DropdownMenu } from 'radix-ui';
import { type FocusEvent, type ReactNode, useRef } from 'react';

export type MenuEntry = { key: string; label: ReactNode; onSelect: () => void };

export type MenuProps = {
  /** The trigger button. */
  button: { className: string; children: ReactNode; title?: string | undefined };
  align: 'start' | 'end';
  heading?: { text: string; title: string } | undefined;
  entries: readonly MenuEntry[];
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};

type LoadedMenuProps = MenuProps & {
  /** Whether it is opened by key for the first time, which the library does not see. */
  isByKey: boolean;
  /** The part of the page that the button is in. */
  landmark: Element | null;
};

/** Not modal, since the library's modal mode injects a style element, which the policy forbids. */
export function Menu(props: LoadedMenuProps) {
  const { button, align, heading, entries, isOpen, onOpenChange, isByKey, landmark } = props;
  const shouldFocusFirst = useRef(isByKey);
  const focusFirst = ({ target, currentTarget }: FocusEvent) => {
    if (target !== currentTarget || !shouldFocusFirst.current) return;
    shouldFocusFirst.current = false;
    currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  };
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger {...button} />
      {/* So that no content lies outside landmarks. */}
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          onFocus={focusFirst}
          className="z-50 grid min-w-52 animate-open rounded-lg border border-night-600 bg-night-900 p-2 text-snow shadow-card"
        >
          {heading && (
            <DropdownMenu.Label className="px-3 py-2 text-snow-dim" title={heading.title}>
              {heading.text}
            </DropdownMenu.Label>
          )}
          {entries.map(({ key, label, onSelect }) => (
            <DropdownMenu.Item
              key={key}
              onSelect={onSelect}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 data-highlighted:bg-night-700 data-highlighted:text-gold-300"
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
