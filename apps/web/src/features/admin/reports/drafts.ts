import { createStore } from '../../../lib/store.ts';
import type { ReportList, ReportListRow } from './report-list.ts';

/** What an edit may change. */
export type Fields = { description: string; twitterUrl: string };
export const fieldNames = ['description', 'twitterUrl'] as const;

/** Unsaved input of a row in edit mode. */
export type Draft = Fields & {
  /** The row that was edited. */
  base: Fields & { version: number };
  /** What another admin wrote meanwhile into fields that were edited here too. */
  theirs?: Partial<Fields>;
};

export const draftOf = ({ description, twitterUrl, version }: ReportListRow): Draft => ({
  description,
  twitterUrl,
  base: { description, twitterUrl, version },
});

// Kept outside the rows, so that it survives a change of page or tab and the end of the session.
const drafts = createStore<{ [row: string]: Draft | undefined }>({});

/** The draft of a row; undefined while the row is not in edit mode. */
export function useDraft({ subject }: ReportList, { id }: ReportListRow) {
  const key = `${subject} ${id}`;
  return {
    draft: drafts.use()[key],
    keep: (draft: Draft) => drafts.set({ [key]: draft }),
    forget: () => drafts.set({ [key]: undefined }),
  };
}
