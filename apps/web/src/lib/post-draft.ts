import { ScamCategory } from '@naughty-list/contracts/report-input';
import { z } from 'zod';
import { readStored, writeStored } from './stored-json.ts';

/** A form's draft, which survives reload, crash and navigation. */
const PostDraft = z.object({
  twitterUrl: z.string(),
  username: z.string().default(''),
  description: z.string(),
  scamCategory: ScamCategory.optional().catch(undefined),
});
export type PostDraft = z.infer<typeof PostDraft>;

const nothing: PostDraft = { twitterUrl: '', username: '', description: '' };

export function readDraft(key: string): PostDraft {
  return readStored(key, PostDraft) ?? nothing;
}

export function keepDraft(key: string, { twitterUrl, username, description, scamCategory }: PostDraft): void {
  const isEmpty = twitterUrl === '' && username === '' && description === '';
  writeStored(key, isEmpty ? undefined : { twitterUrl, username, description, scamCategory });
}

export function forgetDraft(key: string): void {
  keepDraft(key, nothing);
}
