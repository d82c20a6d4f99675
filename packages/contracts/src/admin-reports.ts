import { z } from 'zod';
import { defineEndpoint, totalCount } from './endpoint.ts';
import { NiceReport } from './nice-reports.ts';
import { INTEGER_MAX, ReportParams } from './primitives.ts';
import { Description, ScamCategory, XUrl } from './report-input.ts';
import { ListQuery, Report } from './reports.ts';
import { SOURCE_RETENTION_DAYS } from './retention.ts';
import { formatWhole } from './tokens.ts';

export const BULK_DELETE_MAX = 1000;
/** The operation that a change was part of, sent with responses to deletions; identifies it for an undo. */
export const OPERATION_ID_HEADER = 'x-operation-id';

const OPERATION_ANSWER_HEADERS = {
  [OPERATION_ID_HEADER]: 'The ID of the operation, which can undo the deletion',
};

export const adminReportTexts = {
  nothingToChange: 'Nothing to change: send a description, a twitterUrl, or both.',
  invalidState: 'state must be listed, removed, held or all.',
  invalidReported: 'reported must be 24h, 7d or 30d.',
  invalidPeriod: 'from and to must be times like 2026-12-24T18:00:00Z, and from must be the earlier one.',
  invalidMatchingState: 'state must be listed, held or all.',
  invalidSource: 'Enter the number of a report.',
  unknownSource: `The network this report came from is no longer known: it is kept for only ${SOURCE_RETENTION_DAYS} days.`,
  ofFormerOwner: (username: string, number: number, present: string | null) =>
    `The case of @${username} (#${number}) is about its former owner. ${
      present
        ? `An admin must first delete it and report the former owner again as @${present}.`
        : 'First clear it, or ask an admin to delete it.'
    }`,
  notHeld: 'This report is not waiting for a decision.',
  changedMeanwhile:
    'This report has changed since you opened it. You now see the current version; what you typed is kept.',
  linkStays:
    "The link of a removed or cleared report can't be changed: it keeps the post from being reported again.",
  noReportsChosen: `Select 1 to ${formatWhole(BULK_DELETE_MAX)} reports.`,
} as const;

/** Rises with every edit and decision. */
const version = z.number().int();

/** Of a report that waits for a decision. */
const held = { held: z.literal(true).optional(), holdReason: z.string().optional() };

/**
 * A scammer report as visible to admins: with the transaction that paid for its removal, and whether and why it is held
 * until an admin publishes it.
 */
export const AdminReport = Report.extend({
  version,
  removalTxHash: z.string().nullable(),
  burnTransactionHash: z.string().nullable(),
  ...held,
});
export type AdminReport = z.infer<typeof AdminReport>;

/** A nice report as visible to admins. */
export const AdminNiceReport = NiceReport.extend({ version, ...held });
export type AdminNiceReport = z.infer<typeof AdminNiceReport>;

/** The selectable periods of the admin lists. */
export const reportedWithin = ['24h', '7d', '30d'] as const;
export type ReportedWithin = (typeof reportedWithin)[number];

/** The same in hours. */
export const REPORTED_WITHIN_HOURS: Record<ReportedWithin, number> = {
  '24h': 24,
  '7d': 7 * 24,
  '30d': 30 * 24,
};

/**
 * Newest first. `q` is searched in usernames, descriptions and, if it is all digits, ids; empty matches everything.
 * `reported` excludes older entries, counted back from the time of the call.
 */
export const AdminReportsQuery = ListQuery.extend({
  q: z.string().trim().max(200).default(''),
  reported: z.enum(reportedWithin, { error: adminReportTexts.invalidReported }).optional(),
  state: z
    .enum(['listed', 'removed', 'held', 'all'], { error: adminReportTexts.invalidState })
    .default('all'),
  category: ScamCategory.optional(),
});

export const AdminNiceReportsQuery = AdminReportsQuery.omit({ category: true });

/** What an edit may change; at least one of the two. With the version that was edited, an edit of an older one is refused. */
export const ReportEdit = z
  .object({
    description: Description.optional(),
    twitterUrl: XUrl.optional(),
    version: version.optional(),
  })
  .refine((edit) => edit.description !== undefined || edit.twitterUrl !== undefined, {
    error: adminReportTexts.nothingToChange,
  });
export type ReportEdit = z.infer<typeof ReportEdit>;

const { noReportsChosen: error, invalidSource } = adminReportTexts;
const BulkIds = z.object({
  ids: z.array(z.int({ error }).min(1, error), { error }).min(1, error).max(BULK_DELETE_MAX, error),
});

/** Common to what is done to many entries at once. */
const ofMany = {
  method: 'POST',
  access: 'admin',
  body: BulkIds,
} as const;

/** The deleted ids; unknown ids are left out. Undone as a whole by its operation. */
export const BulkDeleted = z.object({ operationId: z.uuid(), deleted: z.array(z.number().int()) });
export type BulkDeleted = z.infer<typeof BulkDeleted>;

/** Which reports are now listed, and which are not and why, for display to the admin; unknown ids are left out. */
export const Published = z.object({
  operationId: z.uuid(),
  published: z.array(z.number().int()),
  notPublished: z.array(z.object({ id: z.number().int(), username: z.string(), message: z.string() })),
});
export type Published = z.infer<typeof Published>;

const PeriodEnd = z.iso.datetime({ offset: true, error: adminReportTexts.invalidPeriod });

/**
 * Reports made within a period (end exclusive) that may still be paid for: reports removed for a burn are kept, as are cases that a
 * moderator decided or another network added a statement to. With
 * `sameSourceAs`, only those from the same network (IPv4 /24, IPv6 /48) as that report. `dryRun` counts them
 * without deleting.
 */
export const MatchingReports = z
  .object({
    from: PeriodEnd,
    to: PeriodEnd,
    state: z.enum(['listed', 'held', 'all'], { error: adminReportTexts.invalidMatchingState }).default('all'),
    sameSourceAs: z
      .int({ error: invalidSource })
      .min(1, invalidSource)
      .max(INTEGER_MAX, invalidSource)
      .optional(),
    dryRun: z.boolean().default(false),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    error: adminReportTexts.invalidPeriod,
    path: ['to'],
  });
export type MatchingReports = z.infer<typeof MatchingReports>;

/** How many matched, and which were deleted: at most 1,000, oldest first. No operation if nothing was deleted. */
export const MatchingDeleted = z.object({
  matching: z.number().int(),
  operationId: z.uuid().nullable(),
  deleted: z.array(z.number().int()),
});
export type MatchingDeleted = z.infer<typeof MatchingDeleted>;

export const listAdminReports = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reports',
  summary:
    'Scammer reports, including removed and held ones, newest first; header X-Total-Count counts those that match',
  access: 'admin',
  query: AdminReportsQuery,
  answerHeaders: totalCount,
  answers: { 200: z.array(AdminReport) },
});

export const deleteReport = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/reports/:id',
  summary: 'Delete a scammer report; header X-Operation-Id has the ID to undo it with',
  access: 'admin',
  params: ReportParams,
  answerHeaders: OPERATION_ANSWER_HEADERS,
  answers: { 204: z.undefined() },
  errors: ['second_word_needed'],
});

export const deleteReports = defineEndpoint({
  ...ofMany,
  path: '/api/admin/reports/bulk-delete',
  summary:
    'Delete many scammer reports at once; if more than one is named, cases with a decision or a statement from another network stay',
  answers: { 200: BulkDeleted },
  errors: ['second_word_needed'],
});

export const deleteMatchingReports = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reports/delete-matching',
  summary: `Delete the scammer reports of a period, or only those from one source, ${BULK_DELETE_MAX} at a time, or count them (dryRun)`,
  access: 'admin',
  body: MatchingReports,
  answers: { 200: MatchingDeleted },
  errors: ['second_word_needed'],
});

export const publishReports = defineEndpoint({
  ...ofMany,
  path: '/api/admin/reports/publish',
  summary: 'Publish held scammer reports, but none about a username that is listed already',
  answers: { 200: Published },
});

export const editReport = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/reports/:id',
  summary: 'Change the description or the link of a scammer report',
  access: 'admin',
  params: ReportParams,
  body: ReportEdit,
  answers: { 200: AdminReport },
  errors: ['changed_meanwhile', 'post_already_removed', 'post_already_reviewed'],
});

export const refreshProfileImage = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/refresh-pfp',
  summary: 'Fetch the profile image of a reported username again',
  access: 'admin',
  params: ReportParams,
  answers: { 200: z.object({ username: z.string() }) },
  errors: ['service_unavailable'],
});

export const listAdminNiceReports = defineEndpoint({
  method: 'GET',
  path: '/api/admin/nice-reports',
  summary: 'Nice reports, newest first; header X-Total-Count counts those that match',
  access: 'admin',
  query: AdminNiceReportsQuery,
  answerHeaders: totalCount,
  answers: { 200: z.array(AdminNiceReport) },
});

export const deleteNiceReport = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/nice-reports/:id',
  summary: 'Delete a nice report; header X-Operation-Id has the ID to undo it with',
  access: 'admin',
  params: ReportParams,
  answerHeaders: OPERATION_ANSWER_HEADERS,
  answers: { 204: z.undefined() },
  errors: ['second_word_needed'],
});

export const deleteNiceReports = defineEndpoint({
  ...ofMany,
  path: '/api/admin/nice-reports/bulk-delete',
  summary: 'Delete many nice reports at once',
  answers: { 200: BulkDeleted },
  errors: ['second_word_needed'],
});

export const publishNiceReports = defineEndpoint({
  ...ofMany,
  path: '/api/admin/nice-reports/publish',
  summary: 'Publish held nice reports, but none of a post that is listed already',
  answers: { 200: Published },
});

/** The ids of the praises that were listed and unread. */
export const MarkedRead = z.object({ operationId: z.uuid(), read: z.array(z.number().int()) });

export const markNiceReportsRead = defineEndpoint({
  ...ofMany,
  path: '/api/admin/nice-reports/mark-read',
  summary: 'Mark listed nice reports as read by a moderator, which gives them a seal',
  answers: { 200: MarkedRead },
});

export const editNiceReport = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/nice-reports/:id',
  summary: 'Change the description or the link of a nice report',
  access: 'admin',
  params: ReportParams,
  body: ReportEdit,
  answers: { 200: AdminNiceReport },
  errors: ['changed_meanwhile', 'post_already_praised'],
});
