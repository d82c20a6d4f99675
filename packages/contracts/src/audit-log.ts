import { z } from 'zod';
import { defineEndpoint, totalCount } from './endpoint.ts';
import { printableText } from './report-input.ts';
import { ListQuery } from './reports.ts';

/** Why a deletion cannot be undone, for the admin. */
export const auditLogTexts = {
  unknownOperation: 'There is nothing left to undo in this operation.',
  notYours: 'Only admins can undo what others did.',
  changedSince: 'It has been changed since.',
  appealedAgain: 'The sender of this appeal has appealed again.',
  listedAgain: (username: string) => `@${username} is on the Naughty List again, with a newer report.`,
  niceReportListedAgain: (username: string) => `This post by @${username} is on the Nice List again.`,
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
  'mark_read',
  'hold',
  'set_status',
  'decide_statement',
  'decide_appeal',
  'write_to_account',
  'confirm_account',
  'decide_reply',
  'check_post',
  'mark_handle',
  'undo',
  'allow_decisions',
  'settle',
] as const;
/** Who withdraws a report or statement; no moderator can have a name with a space. */
export const REPORTER = 'the reporter';

/** What can be undone. Letters stay sent, and what was erased is gone. */
export const undoableActions = [
  'delete',
  'edit',
  'publish',
  'mark_read',
  'hold',
  'set_status',
  'decide_statement',
  'decide_appeal',
  'confirm_account',
  'decide_reply',
] as const satisfies (typeof auditActions)[number][];
export const auditSubjects = ['scammer_report', 'nice_report', 'moderator', 'membership'] as const;

/**
 * One change by an admin: who, what, before, after (the row as visible to admins, or null if there was none). All
 * entries of one action share an `operationId`; each carries the operation's number of entries and of those that can be
 * undone, even if other entries are on another page. `isRestorable`: whether this is one of them.
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
});

/** An entry that could not be undone, and why, for the admin. */
const NotRestored = z.object({ subjectId: z.number().int(), username: z.string(), message: z.string() });

export const Restored = z.object({ restored: z.array(z.number().int()), notRestored: z.array(NotRestored) });
export type Restored = z.infer<typeof Restored>;

export const restoreDeleted = defineEndpoint({
  method: 'POST',
  path: '/api/admin/audit-log/:operationId/restore',
  summary: 'Undo an operation; moderators only their own. Idempotent',
  access: 'moderator',
  params: z.object({ operationId: z.uuid() }),
  answers: { 200: Restored },
  errors: ['forbidden_role'],
});

/** The most entries undone in one call; repeated while `left` says so. */
export const UNDO_MAX = 1_000;

/** Everything an account did within a period. */
export const UndoInput = z.object({
  who: printableText().pipe(z.string().trim().min(1).max(200)),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  dryRun: z.boolean(),
});
export type UndoInput = z.infer<typeof UndoInput>;

/** `counts`: what there was to undo, and what stays as it is, by action; `entries`: the newest of what there was to undo. */
export const UndoneAccount = z.object({
  counts: z.array(
    z.object({ action: z.enum(auditActions), undoable: z.number().int(), lasting: z.number().int() }),
  ),
  entries: z.array(AuditEntry.pick({ id: true, at: true, action: true, subjectId: true, username: true })),
  undone: z.number().int(),
  notUndone: z.array(NotRestored),
  left: z.number().int(),
});
export type UndoneAccount = z.infer<typeof UndoneAccount>;

export const undoAccount = defineEndpoint({
  method: 'POST',
  path: '/api/admin/audit-log/undo',
  summary:
    'Undo everything that an account did within a period, with its consequences; `dryRun` only shows it',
  access: 'admin',
  body: UndoInput,
  answers: { 200: UndoneAccount },
});
