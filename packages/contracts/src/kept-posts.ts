import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { SerialId } from './primitives.ts';

/** What a post said when it was kept, and when that was. */
export const KeptPost = z.object({ text: z.string(), at: z.iso.datetime() });
export type KeptPost = z.infer<typeof KeptPost>;

/**
 * Whether X returns the post now; `unanswered` while X does not answer, `unknown` if posts are not read here or the link is
 * not to a post.
 */
export const CheckedPost = z.object({
  state: z.enum(['shown', 'gone', 'unanswered', 'unknown']),
  kept: KeptPost.nullable(),
});
export type CheckedPost = z.infer<typeof CheckedPost>;

/** If the post is gone and its text has no private data, the case page then shows what was kept. */
export const checkPost = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/cases/:id/post',
  summary: 'Read the post of a report again; the text kept first stays',
  access: 'moderator',
  params: z.object({ id: SerialId }),
  answers: { 200: CheckedPost },
});

export const checkStatementPost = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/statements/:id/post',
  summary: 'Read the post of a statement again; the text kept first stays',
  access: 'moderator',
  params: z.object({ id: SerialId }),
  answers: { 200: CheckedPost },
});
