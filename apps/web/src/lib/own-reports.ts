import { checkedBy, createStore, readStored, writeStored } from './store.ts';

/** The key to the private page of a report or statement that this browser sent. */
export type OwnReportKey = { code: string; username: string };

const KEY = 'naughty-list.own-reports';
const KEPT_MAX = 50;

/** Only this page writes it. */
const check = checkedBy<OwnReportKey[]>({ type: 'array' });

const store = createStore<{ keys: readonly OwnReportKey[] }>({ keys: [] });
if (!import.meta.env.SSR) store.set({ keys: readStored(KEY, check) ?? [] });

function set(keys: readonly OwnReportKey[]): void {
  store.set({ keys });
  writeStored(KEY, keys.length > 0 ? keys : undefined);
}

export const useOwnReports = (): readonly OwnReportKey[] => store.use().keys;

/** Keeps a key in this browser, the newest first. */
export function keepOwnReport(key: OwnReportKey): void {
  set([key, ...store.get().keys.filter(({ code }) => code !== key.code)].slice(0, KEPT_MAX));
}

export function forgetOwnReport(code: string): void {
  set(store.get().keys.filter((key) => key.code !== code));
}

/** The code is in the fragment, which browsers do not send to the server. */
export const ownReportPath = (code: string): string => `/my-report#${code}`;

/** Stores the key of what was just sent, and returns the toast's action that opens its private page. */
export function ownReportAction(username: string, code: string | undefined) {
  if (code === undefined) return {};
  keepOwnReport({ code, username });
  return {
    action: {
      label: 'See or withdraw it',
      altText: `Open the private page of what you sent about @${username}`,
      onSelect: () => window.location.assign(ownReportPath(code)),
    },
  };
}
