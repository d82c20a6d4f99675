import { checkedBy, createStore, readStored, writeStored } from '../../lib/store.ts';

/** A case code, stored for this tab only, with the account it was issued for, if known. */
export type KeptCode = { code: string; username?: string | undefined };

const KEY = 'naughty-list.case-code';
const check = checkedBy<KeptCode>({ type: 'object', required: ['code'] });

const store = createStore<{ kept: KeptCode | undefined }>({ kept: undefined });
if (!import.meta.env.SSR) store.set({ kept: readStored(KEY, check, 'sessionStorage') });

/** Stores the code for this tab, or without storage, until the page is left; `undefined` removes it. */
export function keepCode(kept: KeptCode | undefined): void {
  store.set({ kept });
  writeStored(KEY, kept, 'sessionStorage');
}

export const useKeptCode = (): KeptCode | undefined => store.use().kept;
