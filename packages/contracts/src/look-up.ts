import { z } from 'zod';
import { CaseStatus, NamingCase } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { Alias, SearchQuery } from './reports.ts';
import { SUBJECTS_MAX, Subject } from './subject/subject.ts';
import { Trace } from './traces.ts';

/** A case in short: also one that was cleared lately, or whose report was removed by a burn. `times` is a report's `reportCount`. */
const CaseInShort = z.object({
  username: z.string(),
  status: CaseStatus,
  statusSince: z.iso.datetime(),
  times: z.number().int(),
  since: z.iso.datetime(),
  firstLines: z.string(),
  twitterUrl: z.string(),
  /** What X called the account later, newest first. */
  aliases: z.array(Alias),
  /** When another account was seen under this name. */
  handleChangedAt: z.iso.datetime().nullable(),
});

/** `isReviewed` once a moderator has read a praise: `times` and `since` are of those that were read; `times` is 1 without one. */
const PraiseInShort = z.object({
  username: z.string(),
  times: z.number().int(),
  since: z.iso.datetime(),
  isReviewed: z.boolean(),
});

const ListedName = z.object({
  username: z.string(),
  list: z.enum(['naughty', 'nice']),
  status: CaseStatus.nullable(),
});
export type ListedName = z.infer<typeof ListedName>;

/**
 * What both lists say about one subject. `burned`: the report was removed by a burn, and there is none since. `near` are listed
 * names that look like the account's; `meant`, those the text may mean otherwise. Both are hints, never an answer. `naming`: the
 * cases whose reports name it, corroborated ones first. `isReceipt`: a transaction that paid for a removal.
 */
export const SubjectAnswer = z.object({
  subject: Subject,
  naughty: CaseInShort.nullable(),
  burned: z.object({ username: z.string(), at: z.iso.datetime() }).nullable(),
  nice: PraiseInShort.nullable(),
  near: z.array(ListedName),
  meant: z.array(ListedName),
  naming: z.object({ trace: Trace.nullable(), total: z.number().int(), cases: z.array(NamingCase) }),
  isReceipt: z.boolean(),
});
export type SubjectAnswer = z.infer<typeof SubjectAnswer>;

export const LookUp = z.object({ answers: z.array(SubjectAnswer).max(SUBJECTS_MAX) });
export type LookUp = z.infer<typeof LookUp>;

export const lookUp = defineEndpoint({
  method: 'GET',
  path: '/api/look-up',
  summary:
    'What both lists say about a pasted text: a name, a link, a post, an address, or words; an answer for each account in it',
  access: 'public',
  query: SearchQuery,
  answers: { 200: LookUp },
  errors: ['empty_search', 'invalid_input'],
});
