import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { moveHighlight } from './suggestions.ts';

const CLOSE_DELAY_MS = 200;

type ComboboxOptions = { options: readonly string[]; onPick: (option: string) => void };

/**
 * State of a combobox: arrow keys move the highlight, Enter picks, Escape closes, and blur closes after 200 ms. At -1
 * nothing is highlighted and Enter submits the form.
 */
export function useCombobox({ options, onPick }: ComboboxOptions) {
  const [isOpen, setIsOpen] = useState(false);
  const [highlighted, setHighlighted] = useState(-1);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const close = () => {
    clearTimeout(closing.current);
    setIsOpen(false);
    setHighlighted(-1);
  };
  const open = () => {
    clearTimeout(closing.current);
    setIsOpen(true);
    setHighlighted(-1);
  };
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
