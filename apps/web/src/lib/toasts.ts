import { createStore } from './store.ts';

/** Default duration of a toast. */
export const TOAST_DURATION_MS = 5_000;
const TOAST_REMOVE_DELAY_MS = 1_000_000;

export type ToastContent = {
  title: string;
  description?: string;
  /** `label` is the button's text; `altText` describes an alternative for users who cannot reach it in time. */
  action?: { label: string; altText: string; onSelect: () => void };
  variant?: 'default' | 'destructive';
  /** Longer duration, for a toast that needs a decision. */
  durationMs?: number;
};

export type Toast = ToastContent & { id: number; open: boolean };

// One toast at a time; a new one replaces the old.
const store = createStore<{ toast: Toast | undefined }>({ toast: undefined });
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** The current toast; still present, closed, during its exit animation. */
export const currentToast = (): Toast | undefined => store.get().toast;
export const useToast = (): Toast | undefined => store.use().toast;

/** Shows a toast; returns its id. */
export function showToast(content: ToastContent): number {
  clearTimeout(removal);
  lastId += 1;
  store.set({ toast: { ...content, id: lastId, open: true } });
  return lastId;
}

/** Shows what failed, with the reason or advice. */
export const showFailure = (title: string, description: string): number =>
  showToast({ title, description, variant: 'destructive' });

/** Closes a toast; it is removed well after its exit animation. */
export function dismissToast(id: number): void {
  const current = currentToast();
  if (current?.id !== id || !current.open) return;
  store.set({ toast: { ...current, open: false } });
  removal = setTimeout(() => {
    if (currentToast()?.id === id) store.set({ toast: undefined });
  }, TOAST_REMOVE_DELAY_MS);
}
