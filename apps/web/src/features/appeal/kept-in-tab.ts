import { checkedBy, createKeptStore } from '../../lib/store.ts';

/** A case code, with the account it was issued for, if known. */
type KeptCode = { code: string; username?: string | undefined };

/** Kept for this tab only. */
export const keptCode = createKeptStore(
  'naughty-list.case-code',
  checkedBy<KeptCode>({ type: 'object', required: ['code'] }),
  'sessionStorage',
);

export const drafts = createKeptStore(
  'naughty-list.appeal-drafts',
  checkedBy<Record<string, string>>({ type: 'object' }),
  'sessionStorage',
);

/** What was typed into a form of an appeal, kept for this tab until it is sent. */
export function useDraft(form: string): [string, (text: string) => void] {
  return [drafts.use()?.[form] ?? '', (typed) => drafts.set({ ...drafts.get(), [form]: typed })];
}
