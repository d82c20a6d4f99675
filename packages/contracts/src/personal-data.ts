import { z } from 'zod';
import { AdminReport } from './admin-reports.ts';
import { Appeal } from './appeals.ts';
import { AuditEntry } from './audit-log.ts';
import { CaseChange, Statement } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { KeptPost } from './kept-posts.ts';
import { NiceReport } from './nice-reports.ts';
import { Trace } from './traces.ts';

export const personalDataTexts = {
  subjectRequired: 'Provide exactly one of username, reportId, niceReportId and statementId.',
  nothingStored: 'No entry has this name or number.',
} as const;

const Id = z.coerce.number().int().min(1).max(2_147_483_647);

/**
 * Whose data: an X account by its handle (everything written about it), or one entry by its number, which is how a
 * reporter, who has no account, names it.
 */
export const DataSubject = z
  .object({
    username: z
      .string()
      .trim()
      .regex(/^@?\w{1,15}$/, personalDataTexts.subjectRequired)
      .transform((name) => name.replace('@', ''))
      .optional(),
    reportId: Id.optional(),
    niceReportId: Id.optional(),
    statementId: Id.optional(),
  })
  .refine((subject) => Object.values(subject).filter((value) => value !== undefined).length === 1, {
    error: personalDataTexts.subjectRequired,
  });
export type DataSubject = z.infer<typeof DataSubject>;

/** Everything that is stored about a data subject. */
export const PersonalData = z.object({
  reports: z.array(AdminReport),
  niceReports: z.array(NiceReport),
  auditEntries: z.array(AuditEntry),
  /** Transactions claimed for the removal of these reports. */
  claims: z.array(
    z.object({ reportId: z.number().int(), signature: z.string(), status: z.string(), at: z.iso.datetime() }),
  ),
  /**
   * The networks that reports came from, as keyed hashes; only for a single entry, because they are the reporter's
   * data.
   */
  sources: z.array(z.object({ reportId: z.number().int(), source: z.string(), at: z.iso.datetime() })),
  /** Further statements, held and rejected ones too, and changes of status. */
  statements: z.array(Statement.extend({ caseNumber: z.number().int() })),
  caseChanges: z.array(CaseChange.extend({ caseNumber: z.number().int() })),
  /** What reports and statements name. */
  traces: z.array(Trace.extend({ caseNumber: z.number().int(), statement: z.number().int().optional() })),
  /** What posts said when they were reported. */
  keptPosts: z.array(
    KeptPost.extend({
      caseNumber: z.number().int(),
      statement: z.number().int().optional(),
      twitterUrl: z.string(),
    }),
  ),
  /** Where entries about others mention @name; only for an account. */
  mentions: z.array(
    z.object({
      in: z.enum(['report', 'praise', 'statement', 'reply', 'appeal']),
      /** The number of the case or praise. */
      number: z.number().int(),
      text: z.string(),
    }),
  ),
  /** The keys of reporters and their networks; as the sources, only for a single entry. */
  contributions: z.array(
    z.object({
      kind: z.enum(['report', 'statement']),
      id: z.number().int(),
      reporterKey: z.string(),
      networkKey: z.string(),
      allocationKey: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  /** Appeals with their letters and replies; not for a single entry, because they are the data of the account. */
  appeals: z.array(
    Appeal.pick({
      caseNumber: true,
      grounds: true,
      openedAt: true,
      messages: true,
      decision: true,
      reply: true,
    }),
  ),
});
export type PersonalData = z.infer<typeof PersonalData>;

/** How many rows were erased, by kind. */
export const Erased = z.object({
  reports: z.number().int(),
  niceReports: z.number().int(),
  auditEntries: z.number().int(),
  sources: z.number().int(),
  statements: z.number().int(),
  caseChanges: z.number().int(),
  traces: z.number().int(),
  contributions: z.number().int(),
  appeals: z.number().int(),
});
export type Erased = z.infer<typeof Erased>;

export const exportPersonalData = defineEndpoint({
  method: 'GET',
  path: '/api/admin/personal-data',
  summary: 'Everything that is stored about an X account or one entry',
  access: 'admin',
  query: DataSubject,
  answers: { 200: PersonalData },
  errors: ['not_found'],
});

export const erasePersonalData = defineEndpoint({
  method: 'POST',
  path: '/api/admin/personal-data/erase',
  summary: 'Erase everything that is stored about an X account or one entry, for good',
  access: 'admin',
  body: DataSubject,
  answers: { 200: Erased },
  errors: ['not_found'],
});
