import { useSyncExternalStore } from 'react';

/** A case code, stored for this tab only, with the account it was issued for, if known. */
export type KeptCode = { code: string; username?: string | undefined };

const KEY = 'naughty-list.case-code';

/** Without storage it lasts until the page is left. */
let kept: KeptCode | undefined;
let isRead = false;
const listeners = new Set<() => void>();

function read(): KeptCode | undefined {
  if (isRead) return kept;
  isRead = true;
  try {
    const { code, username }: Record<string, unknown> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof code === 'string')
      kept = { code, username: typeof username === 'string' ? username : undefined };
  } catch (error) {
    console.warn('the case code of this tab could not be read', error);
  }
  return kept;
}

/** Stores the code for this tab; `undefined` removes it. */
export function keepCode(code: KeptCode | undefined): void {
  kept = code;
  isRead = true;
  try {
    if (code) sessionStorage.setItem(KEY, JSON.stringify(code));
    else sessionStorage.removeItem(KEY);
  } catch (error) {
    console.warn('the case code could not be kept for this tab', error);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useKeptCode = (): KeptCode | undefined => useSyncExternalStore(subscribe, read, () => undefined);
