import { statusTexts } from '@naughty-list/contracts/case-texts';
import type { Report } from '@naughty-list/contracts/reports';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { checkField } from './check-keys.ts';
import { PrivateToggle } from './private-mode.tsx';
import type { Check } from './use-check.ts';

/** The search at the top of the home page; on a desktop, it has the focus on load. */
export function CheckPanel({ check }: { check: Check }) {
  // On load only: a later search does not move the focus.
  const [hasInitialSearch] = useState(check.term !== '');
  useEffect(() => {
    const { activeElement, body } = document;
    const isIdle = activeElement === null || activeElement === body;
    if (!isIdle || hasInitialSearch || window.location.hash !== '') return;
    if (!window.matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    document.querySelector<HTMLInputElement>('[data-check]')?.focus({ preventScroll: true });
  }, [hasInitialSearch]);
  return (
    <div className="paper rounded-lg p-3 shadow-card sm:p-5">
      <SearchBox check={check} />
      <PrivateToggle onToggle={check.forget} />
    </div>
  );
}

/** Search input with suggestions. */
function SearchBox({ check: { typed, term, list, setTyped, search, clear } }: { check: Check }) {
  const suggestions = suggestUsernames(list.allLoaded, typed);
  const id = useId();
  const listId = `${id}-suggestions`;
  const optionId = (index: number) => `${id}-option-${index}`;
  const combobox = useCombobox(
    suggestions.map(({ username }) => username),
    search,
  );
  const { isShown, highlighted } = combobox;
  return (
    <SearchField
      label="Who do you want to check?"
      action="/"
      typed={typed}
      canClear={typed !== '' || term !== ''}
      onType={(text) => {
        setTyped(text);
        combobox.open();
      }}
      onSearch={(text) => {
        combobox.close();
        search(text);
      }}
      onClear={() => {
        combobox.close();
        clear();
      }}
      input={{
        ...combobox.inputHandlers,
        ...checkField,
        className: 'handle',
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': isShown,
        'aria-controls': listId,
        'aria-activedescendant': highlighted >= 0 && isShown ? optionId(highlighted) : undefined,
      }}
      below={
        <div
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          hidden={!isShown}
          className="w-full overflow-hidden sm:absolute sm:top-full sm:z-30 sm:mt-1 rounded-sm border-2 border-ink-700 bg-parchment-50 shadow-card"
        >
          {suggestions.map(({ username, status }, index) => (
            <div
              key={username}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === highlighted}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => combobox.pick(username)}
              onKeyDown={(event) => event.key === 'Enter' && combobox.pick(username)}
              className="min-h-12 px-4 py-3 text-lg wrap-anywhere hover:bg-parchment-200 aria-selected:bg-ink-900 aria-selected:text-gold-300"
            >
              <span className="handle">{username}</span>{' '}
              <span className="text-base opacity-80">{status}</span>
            </div>
          ))}
        </div>
      }
      button={
        <Button look="gold" type="submit" className="min-h-14 px-6 text-lg max-sm:w-full">
          Search
        </Button>
      }
    />
  );
}

const CLOSE_DELAY_MS = 200;

/**
 * State of a combobox: arrow keys move the highlight, Enter picks, Escape closes, and blur closes after 200 ms. At -1
 * nothing is highlighted and Enter submits the form.
 */
function useCombobox(options: readonly string[], onPick: (option: string) => void) {
  const [isOpen, setIsOpen] = useState(false);
  const [highlighted, setHighlighted] = useState(-1);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const turn = (isNowOpen: boolean) => {
    clearTimeout(closing.current);
    setIsOpen(isNowOpen);
    setHighlighted(-1);
  };
  const open = () => turn(true);
  const close = () => turn(false);
  const pick = (option: string) => {
    close();
    onPick(option);
  };
  const isShown = isOpen && options.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isShown) setHighlighted(moveHighlight(highlighted, event.key, options.length));
      else open();
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && isShown) {
      const option = options[highlighted];
      if (option === undefined) return close();
      event.preventDefault();
      pick(option);
    }
  };
  const onBlur = () => {
    closing.current = setTimeout(close, CLOSE_DELAY_MS);
  };
  return { isShown, highlighted, open, close, pick, inputHandlers: { onKeyDown, onBlur } };
}

export const SUGGESTIONS_MAX = 5;

type ListedAccount = Pick<Report, 'username' | 'caseStatus' | 'handleChangedAt'> & {
  aliases?: readonly { username: string; isCurrent?: boolean }[] | undefined;
};

/** A listed name, and what its case says of it. */
export type Suggestion = { username: string; status: string };

/**
 * Up to five distinct usernames and aliases that contain the typed text, case-insensitive; a leading @ is ignored.
 */
export function suggestUsernames(reports: readonly ListedAccount[], typed: string): Suggestion[] {
  const text = typed.trim().replace(/^@/, '').toLowerCase();
  if (text === '') return [];
  const found = new Map<string, Suggestion>();
  const names = reports.flatMap(({ username, aliases = [], caseStatus, handleChangedAt }) => {
    const status = statusTexts[caseStatus ?? 'unreviewed'];
    return [
      { username, status: handleChangedAt ? 'The handle has changed hands' : status },
      ...aliases.map((alias) => ({
        username: alias.username,
        // It may be an innocent's by now.
        status: alias.isCurrent === false ? "No longer this account's name" : status,
      })),
    ];
  });
  for (const name of names) {
    const key = name.username.toLowerCase();
    if (key.includes(text) && !found.has(key)) found.set(key, name);
    if (found.size === SUGGESTIONS_MAX) break;
  }
  return [...found.values()];
}

/** The highlighted index after an arrow key; -1 is the text field itself. */
export function moveHighlight(current: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (count === 0) return -1;
  if (key === 'ArrowDown') return current >= count - 1 ? -1 : current + 1;
  return current === -1 ? count - 1 : current - 1;
}
