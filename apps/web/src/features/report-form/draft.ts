import { z } from 'zod';
import { readStored, writeStored } from '../../lib/stored-json.ts';

const KEY = 'naughty-list.report-draft';

/** What a visitor has typed so far; a reload, a crash or a wrong turn does not lose it. */
const Draft = z.object({ twitterUrl: z.string(), description: z.string() });
export type Draft = z.infer<typeof Draft>;

export function readDraft(): Draft {
  return readStored(KEY, Draft) ?? { twitterUrl: '', description: '' };
}

export function keepDraft(draft: Draft): void {
  const isEmpty = draft.twitterUrl === '' && draft.description === '';
  writeStored(KEY, isEmpty ? undefined : draft);
}
