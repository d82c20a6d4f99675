import { type AuditEntry, REPORTER } from '@naughty-list/contracts/audit-log';
import { formatWhole } from '@naughty-list/contracts/tokens';
import type { LucideIcon } from 'lucide-react';
import AtSign from 'lucide-react/icons/at-sign';
import BadgeCheck from 'lucide-react/icons/badge-check';
import BookOpenCheck from 'lucide-react/icons/book-open-check';
import Coins from 'lucide-react/icons/coins';
import Eraser from 'lucide-react/icons/eraser';
import Hand from 'lucide-react/icons/hand';
import ImageDown from 'lucide-react/icons/image-down';
import ListChecks from 'lucide-react/icons/list-checks';
import Mail from 'lucide-react/icons/mail';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Scale from 'lucide-react/icons/scale';
import Stamp from 'lucide-react/icons/stamp';
import Trash2 from 'lucide-react/icons/trash';
import Undo2 from 'lucide-react/icons/undo-2';

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

/** Texts of each action: `done` begins a title, `name` is a noun for counts and filters. */
export const actions: Record<AuditEntry['action'], { Icon: LucideIcon; done: string; name: string }> = {
  delete: { Icon: Trash2, done: 'Deleted', name: 'Deletion' },
  edit: { Icon: Pencil, done: 'Edited', name: 'Edit' },
  restore: { Icon: Undo2, done: 'Restored', name: 'Restoration' },
  refresh_profile_image: { Icon: ImageDown, done: 'Refreshed the profile image in', name: 'Image refresh' },
  erase: { Icon: Eraser, done: 'Erased', name: 'Erasure' },
  publish: { Icon: ListChecks, done: 'Published', name: 'Publication' },
  mark_read: { Icon: BookOpenCheck, done: 'Marked as read:', name: 'Mark as read' },
  hold: { Icon: Hand, done: 'Held again:', name: 'Hold' },
  set_status: { Icon: Stamp, done: 'Set the status of', name: 'Status change' },
  decide_statement: {
    Icon: ListChecks,
    done: 'Decided on a statement under',
    name: 'Decision on a statement',
  },
  decide_appeal: { Icon: Scale, done: 'Decided an appeal against', name: 'Decision on an appeal' },
  write_to_account: {
    Icon: Mail,
    done: 'Wrote to the appellant regarding',
    name: 'Message to the appellant',
  },
  confirm_account: {
    Icon: BadgeCheck,
    done: 'Confirmed the account behind an appeal against',
    name: 'Confirmation of the account',
  },
  decide_reply: { Icon: MessageSquareQuote, done: 'Decided on the reply to', name: 'Decision on a reply' },
  check_post: { Icon: RefreshCw, done: 'Rechecked the post in', name: 'Post check' },
  mark_handle: { Icon: AtSign, done: 'Recorded who owns the handle in', name: 'Handle ownership' },
  undo: { Icon: Undo2, done: 'Undid a decision on', name: 'Undo' },
  allow_decisions: { Icon: BadgeCheck, done: 'Allowed more decisions for', name: 'More decisions allowed' },
  settle: { Icon: Coins, done: 'Settled a payment for', name: 'Settlement of a payment' },
};

/**
 * `Deleted scammer report #7 about @grinch`, `Deleted 12 nice reports`: counts the whole operation, also across pages.
 */
export function operationTitle({ first }: Operation): string {
  const { action, who, subject, subjectId, username, operationSize, details } = first;
  const withdrew = action === 'decide_statement' ? 'Withdrew a statement under' : 'Withdrew';
  const done = who === REPORTER ? withdrew : actions[action].done;
  const { one, many } = nouns[subject];
  if (subject === 'moderator') return `${done} ${username}: ${details?.count}`;
  if (subject === 'membership') return `${done} ${one} ${username}`;
  if (operationSize > 1) return `${done} ${formatWhole(operationSize)} ${many}`;
  const what = `${done} ${one} #${subjectId}`;
  return action === 'erase' ? what : `${what} about @${username}`;
}
