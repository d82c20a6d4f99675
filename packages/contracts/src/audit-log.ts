import { z } from 'zod';
import { totalCount } from './answer-headers.ts';
import { defineEndpoint } from './endpoint.ts';
import { ListQuery } from './reports.ts';

/** Why a deletion cannot be undone, for the admin. */
export const auditLogTexts = {
  unknownOperation: 'This operation deleted nothing.',
  listedAgain: (username: string) => `@${username} is on the Naughty List again, with a newer report.`,
  niceReportListedAgain: (username: string) => `This post of @${username} is on the Nice List again.`,
  idInUse: (id: number) => `The number ${id} is in use by another report.`,
  notRestored: 'Could not be restored. Please try again.',
} as const;

export const auditActions = [
  'delete',
  'edit',
  'restore',
  'refresh_profile_image',
  'erase',
  'publish',
  'hold',
  'set_status',
  'decide_statement',
  'decide_appeal',
  'write_to_account',
  'confirm_account',
  'decide_reply',
  'check_post',
] as const;
export const auditSubjects = ['scammer_report', 'nice_report'] as const;

/**
 * One change by an admin: who, what, before, after (the row as visible to admins, or null if there was none). All
 * entries of one action share an `operationId`; each carries the operation's number of entries and of deletions not yet
 * undone, even if other entries are on another page. `isRestorable`: whether this is such a deletion.
 */
export const AuditEntry = z.object({
  id: z.number().int(),
  operationId: z.uuid(),
  at: z.iso.datetime(),
  who: z.string(),
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  subjectId: z.number().int(),
  username: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** Facts of a moderator's decision, by name. */
  details: z.record(z.string(), z.string()).optional(),
  isRestorable: z.boolean(),
  operationSize: z.number().int().min(1),
  operationRestorable: z.number().int().min(0),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Newest first. `q` is searched in the names of admins and in reported usernames. */
export const AuditLogQuery = ListQuery.extend({
  q: z.string().trim().max(200).default(''),
  action: z.enum(auditActions).optional(),
  subject: z.enum(auditSubjects).optional(),
});

export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'Who changed what, newest first; header X-Total-Count counts those that match',
  access: 'moderator',
  query: AuditLogQuery,
  answerHeaders: totalCount,
  answers: { 200: z.array(AuditEntry) },
  errors: ['invalid_input', 'unauthorized'],
});

/** A deletion that an undo could not restore, and why, for the admin. */
const NotRestored = z.object({ subjectId: z.number().int(), username: z.string(), message: z.string() });

export const Restored = z.object({ restored: z.array(z.number().int()), notRestored: z.array(NotRestored) });
export type Restored = z.infer<typeof Restored>;

export const restoreDeleted = defineEndpoint({
  method: 'POST',
  path: '/api/admin/audit-log/:operationId/restore',
  summary: 'Restore what an operation deleted; idempotent',
  access: 'admin',
  params: z.object({ operationId: z.uuid() }),
  answers: { 200: Restored },
  errors: ['unauthorized', 'not_found'],
});
