import { ScamCategory } from '@naughty-list/contracts/report-input';
import { Trace } from '@naughty-list/contracts/traces';
import { z } from 'zod';
import { readStored, writeStored } from './store.ts';

/** A form's draft, which survives reload, crash and navigation. */
const PostDraft = z.object({
  twitterUrl: z.string(),
  username: z.string().default(''),
  description: z.string(),
  scamCategory: ScamCategory.optional().catch(undefined),
  alsoUsed: z.string().default(''),
  leftOut: z.array(Trace).default([]),
});
type PostDraft = z.infer<typeof PostDraft>;

const emptyDraft: PostDraft = { twitterUrl: '', username: '', description: '', alsoUsed: '', leftOut: [] };

/** Storage key of the draft of a statement about an account. */
export const statementDraftKey = (username: string): string =>
  `naughty-list.statement-draft.${username.toLowerCase()}`;

export function readDraft(key: string): PostDraft {
  return readStored(key, PostDraft) ?? emptyDraft;
}

export function keepDraft(key: string, draft: z.input<typeof PostDraft>): void {
  const { twitterUrl, username, description, scamCategory, alsoUsed, leftOut } = draft;
  const isEmpty = twitterUrl === '' && username === '' && description === '' && !alsoUsed;
  const kept = { twitterUrl, username, description, scamCategory, alsoUsed, leftOut };
  writeStored(key, isEmpty ? undefined : kept);
}

export function forgetDraft(key: string): void {
  keepDraft(key, emptyDraft);
}
