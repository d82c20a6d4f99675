import { createStore } from '../../../lib/store.ts';
import type { Desk, DeskRow } from './desk.ts';

/** What an admin has typed into a row that is being edited. */
export type Draft = { description: string; twitterUrl: string };

// Outside of the rows: another page, another tab or the end of a session does not lose what was typed.
const drafts = createStore<{ [row: string]: Draft | undefined }>({});

/** The draft of a row; where there is none, the row is not being edited. */
export function useDraft({ subject }: Desk, { id }: DeskRow) {
  const key = `${subject} ${id}`;
  return {
    draft: drafts.use()[key],
    keep: (draft: Draft) => drafts.set({ [key]: draft }),
    forget: () => drafts.set({ [key]: undefined }),
  };
}
