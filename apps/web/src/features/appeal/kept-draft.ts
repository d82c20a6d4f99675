import { checkedBy, createKeptStore } from '../../lib/store.ts';

/** Kept for this tab only, like the case code. */
const drafts = createKeptStore(
  'naughty-list.appeal-drafts',
  checkedBy<Record<string, string>>({ type: 'object' }),
  'sessionStorage',
);

/** What was typed into a form of an appeal; it survives reload, crash and navigation until it is sent. */
export function useDraft(form: string): [string, (text: string) => void] {
  const text = drafts.use()?.[form] ?? '';
  return [text, (typed) => drafts.set({ ...drafts.get(), [form]: typed })];
}

export const forgetDrafts = (): void => drafts.set(undefined);
