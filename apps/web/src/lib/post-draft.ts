import { z } from 'zod';
import { readStored, writeStored } from './stored-json.ts';

/** A form's draft, which survives reload, crash and navigation. */
const PostDraft = z.object({
  twitterUrl: z.string(),
  username: z.string().default(''),
  description: z.string(),
});
export type PostDraft = z.infer<typeof PostDraft>;

const nothing: PostDraft = { twitterUrl: '', username: '', description: '' };

export function readDraft(key: string): PostDraft {
  return readStored(key, PostDraft) ?? nothing;
}

export function keepDraft(key: string, { twitterUrl, username, description }: PostDraft): void {
  const isEmpty = twitterUrl === '' && username === '' && description === '';
  writeStored(key, isEmpty ? undefined : { twitterUrl, username, description });
}

export function forgetDraft(key: string): void {
  keepDraft(key, nothing);
}
