import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import { formatWhole } from '@naughty-list/contracts/whole-number';

/** Adjacent entries of one operation; an operation may have further entries on other pages. */
export type Operation = {
  id: string;
  first: AuditEntry;
  entries: AuditEntry[];
};

/** Groups a page of the log by operation; an operation that spans pages forms a group on each. */
export function operationsOf(entries: readonly AuditEntry[]): Operation[] {
  const operations: Operation[] = [];
  for (const entry of entries) {
    const last = operations.at(-1);
    if (last?.id === entry.operationId) last.entries.push(entry);
    else operations.push({ id: entry.operationId, first: entry, entries: [entry] });
  }
  return operations;
}

const nouns = {
  scammer_report: { one: 'scammer report', many: 'scammer reports' },
  nice_report: { one: 'nice report', many: 'nice reports' },
  moderator: { one: 'moderator', many: 'moderators' },
  membership: { one: 'membership', many: 'memberships' },
} as const;

const actionLabels: Record<AuditEntry['action'], string> = {
  delete: 'Deleted',
  edit: 'Edited',
  restore: 'Restored',
  refresh_profile_image: 'Refreshed image',
  erase: 'Erased',
  publish: 'Published',
  mark_read: 'Marked as read:',
  hold: 'Held again',
  set_status: 'Set the status of',
  decide_statement: 'Decided a statement on',
  decide_appeal: 'Decided an appeal against',
  write_to_account: 'Wrote to the appellant in',
  confirm_account: 'Confirmed the account in',
  decide_reply: 'Decided the reply to',
  check_post: 'Rechecked the post in',
  mark_handle: 'Recorded who owns the handle in',
  undo: 'Undid a decision on',
  allow_decisions: 'Allowed more decisions for',
  settle: 'Settled a payment for',
};

/** One action as a noun, for counts and for what was undone. */
export const actionNames: Record<AuditEntry['action'], string> = {
  delete: 'Deletion',
  edit: 'Edit',
  restore: 'Restoration',
  refresh_profile_image: 'Image refresh',
  erase: 'Erasure',
  publish: 'Publication',
  mark_read: 'Mark as read',
  hold: 'Hold',
  set_status: 'Status change',
  decide_statement: 'Decision on a statement',
  decide_appeal: 'Decision on an appeal',
  write_to_account: 'Message to the appellant',
  confirm_account: 'Confirmation of the account',
  decide_reply: 'Decision on a reply',
  check_post: 'Post check',
  mark_handle: 'Handle ownership',
  undo: 'Undo',
  allow_decisions: 'More decisions allowed',
  settle: 'Settlement of a payment',
};

/**
 * `Deleted scammer report #7 about @grinch`, `Deleted 12 nice reports`: counts the whole operation, also across pages.
 */
export function operationTitle({ first }: Operation): string {
  const noun = nouns[first.subject];
  if (first.subject === 'moderator')
    return `${actionLabels[first.action]} ${first.username}: ${first.details?.count}`;
  if (first.subject === 'membership') return `${actionLabels[first.action]} ${noun.one} ${first.username}`;
  if (first.operationSize > 1)
    return `${actionLabels[first.action]} ${formatWhole(first.operationSize)} ${noun.many}`;
  const what =
    first.action === 'refresh_profile_image'
      ? `${actionLabels[first.action]} of`
      : actionLabels[first.action];
  if (first.action === 'erase') return `${what} ${noun.one} #${first.subjectId}`;
  return `${what} ${noun.one} #${first.subjectId} about @${first.username}`;
}
