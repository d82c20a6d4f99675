import { z } from 'zod';
import { CaseStatus, NamingCase } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { LossTotal } from './losses.ts';
import { Alias, SearchQuery } from './reports.ts';
import { SUBJECTS_MAX, Subject } from './subject/subject.ts';
import { Trace } from './traces.ts';

/** The summary of a case, also of one recently cleared or removed by a burn. `times` is the report's `reportCount`. */
const CaseInShort = z.object({
  username: z.string(),
  status: CaseStatus,
  statusSince: z.iso.datetime(),
  times: z.number().int(),
  since: z.iso.datetime(),
  firstLines: z.string(),
  twitterUrl: z.string(),
  /** Later names of the account, as X gave them; newest first. */
  aliases: z.array(Alias),
  /** Since when the name belongs to another account, if a moderator has said so. */
  handleChangedAt: z.iso.datetime().nullable(),
  losses: z.array(LossTotal),
});

/** Once a moderator has read a praise (`isReviewed`), `times` and `since` cover those that were read; before, `times` is 1. */
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
  /** Whether another account has the reported name now. */
  hasChangedHands: z.boolean(),
});
export type ListedName = z.infer<typeof ListedName>;

/**
 * What both lists say about one subject. `burned`: its report was removed by a burn, and there is no later one. Hints, never
 * answers: `near` are listed names that look like the account's, `meant` are listed names that the text may refer to. `naming`:
 * cases that name the subject, corroborated ones first. `isReceipt`: the transaction paid for a removal.
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
  errors: ['empty_search'],
});
