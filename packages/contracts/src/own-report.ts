import { z } from 'zod';
import { CASE_CODE_HEADER } from './appeals.ts';
import { CaseStatus } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';

export const ownReportTexts = {
  unknownCode:
    "This link doesn't lead to a report or statement. Check that you copied all of it. If you did, a moderator may have rejected what you sent.",
  statementWithdrawn: 'The reporter has withdrawn this statement.',
} as const;

/**
 * `held`: waits for a moderator; `removed`: by a moderator, or by the chain; `burned`: its case was removed by a burn. Only `public` and
 * `held` ones can be withdrawn.
 */
export const OwnReportState = z.enum(['public', 'held', 'withdrawn', 'removed', 'burned']);
export type OwnReportState = z.infer<typeof OwnReportState>;

/** A report or statement as its reporter sees it, with the status of its case while it is public. */
export const OwnReport = z.object({
  kind: z.enum(['report', 'statement']),
  state: OwnReportState,
  /** Why the chain does not prove the loss, of a statement removed for that. */
  refusal: z.string().optional(),
  /** Null after an erasure, as the text and the link are. */
  username: z.string().nullable(),
  status: CaseStatus.nullable(),
  sentAt: z.iso.datetime(),
  description: z.string().nullable(),
  twitterUrl: z.string().nullable(),
  /** Whether statements of others stand in its case, which stays with them. */
  hasStatements: z.boolean(),
});
export type OwnReport = z.infer<typeof OwnReport>;

export const getOwnReport = defineEndpoint({
  method: 'GET',
  path: '/api/own-report',
  summary: `The state of a report or statement, by the code its reporter got, sent in the header ${CASE_CODE_HEADER}`,
  access: 'public',
  answers: { 200: OwnReport },
  errors: ['unknown_case_code'],
});

export const withdrawOwnReport = defineEndpoint({
  method: 'POST',
  path: '/api/own-report/withdrawal',
  summary: 'Withdraw a report or statement for good: its text goes; statements of others stay. Idempotent',
  access: 'public',
  answers: { 200: OwnReport },
  errors: ['unknown_case_code'],
});
