import { useKeyDown } from '../../lib/use-key-down.ts';

/** Marks the field that the shortcuts focus. */
export const checkField = { 'data-check': '' } as const;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `/` and Ctrl K (or ⌘ K) focus the search field. */
export function useCheckKeys(): void {
  useKeyDown((event) => {
    const isCombination = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
    if (!isCombination && !isSlash) return;
    const field = document.querySelector<HTMLInputElement>('[data-check]');
    // Behind a dialog it is inert.
    if (!field || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
