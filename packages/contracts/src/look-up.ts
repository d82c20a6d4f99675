import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { SearchQuery } from './reports.ts';

/** How often and since when an account is on a list, with the post. */
const OnList = z.object({
  username: z.string(),
  times: z.number().int(),
  since: z.iso.datetime(),
  twitterUrl: z.string(),
});

/**
 * What both lists say about the text: as an account, a Solana address or other words. `near` are similar listed
 * usernames, if the account itself is on neither list; they are suggestions, never an answer about it.
 */
export const LookUp = z.object({
  kind: z.enum(['account', 'address', 'words']),
  term: z.string(),
  naughty: OnList.nullable(),
  nice: OnList.nullable(),
  near: z.array(z.object({ username: z.string(), list: z.enum(['naughty', 'nice']) })),
});
export type LookUp = z.infer<typeof LookUp>;

export const lookUp = defineEndpoint({
  method: 'GET',
  path: '/api/look-up',
  summary: 'Whether an account is on either list; takes a handle, an X URL, an address or words',
  access: 'public',
  query: SearchQuery,
  answers: { 200: LookUp },
  errors: ['empty_search', 'invalid_input'],
});
