import { checkedBy, createKeptStore } from './store.ts';

/** The key to the private page of a report or statement that this browser sent. */
export type OwnReportKey = { code: string; username: string };

const KEPT_MAX = 50;

/** Only this page writes it. */
const check = checkedBy<readonly OwnReportKey[]>({ type: 'array' });
const store = createKeptStore('naughty-list.own-reports', check);

const without = (code: string) => (store.get() ?? []).filter((key) => key.code !== code);
const set = (keys: readonly OwnReportKey[]) => store.set(keys.length > 0 ? keys : undefined);

export const useOwnReports = (): readonly OwnReportKey[] => store.use() ?? [];

/** Keeps a key in this browser, the newest first. */
export function keepOwnReport(key: OwnReportKey): void {
  set([key, ...without(key.code)].slice(0, KEPT_MAX));
}

export const forgetOwnReport = (code: string): void => set(without(code));

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
