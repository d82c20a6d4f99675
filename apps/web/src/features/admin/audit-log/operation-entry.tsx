import { formatWhole } from '@naughty-list/contracts/whole-number';
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
import { useIsAdmin } from '../session/status-query.ts';
import type { Restore } from '../use-restore.ts';
import { EntryChange } from './entry-change.tsx';
import { EntryHead } from './entry-head.tsx';
import { type Operation, operationTitle } from './operations.ts';
import { RestoreButton } from './restore-button.tsx';

const icons: Record<Operation['first']['action'], LucideIcon> = {
  delete: Trash2,
  edit: Pencil,
  restore: Undo2,
  refresh_profile_image: ImageDown,
  erase: Eraser,
  publish: ListChecks,
  mark_read: BookOpenCheck,
  hold: Hand,
  set_status: Stamp,
  decide_statement: ListChecks,
  decide_appeal: Scale,
  write_to_account: Mail,
  confirm_account: BadgeCheck,
  decide_reply: MessageSquareQuote,
  check_post: RefreshCw,
  mark_handle: AtSign,
  undo: Undo2,
  allow_decisions: BadgeCheck,
  settle: Coins,
};

type OperationEntryProps = {
  operation: Operation;
  now: Date;
  onRestore: Restore;
};

/** One operation: admin, action, time, changes, and the undo of a deletion. */
export function OperationEntry({ operation, now, onRestore }: OperationEntryProps) {
  const { first, entries } = operation;
  const title = operationTitle(operation);
  const isAdmin = useIsAdmin();
  return (
    <article aria-label={title} className="grid gap-2 border-t border-parchment-400 py-4 sm:px-2">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <EntryHead Icon={icons[first.action]} title={title} who={first.who} at={first.at} now={now} />
        {isAdmin && first.operationRestorable > 0 && (
          <RestoreButton operation={operation} onRestore={onRestore} />
        )}
      </div>
      <div className="grid gap-3 empty:hidden sm:pl-8">
        {entries.length < first.operationSize && (
          <p className="text-ink-700">
            {formatWhole(entries.length)} of {formatWhole(first.operationSize)} shown here
          </p>
        )}
        {entries.map((entry) => (
          <div key={entry.id} className="grid min-w-0 gap-1 empty:hidden">
            {first.operationSize > 1 && (
              <p className="figures font-bold">
                #{entry.subjectId} @{entry.username}
              </p>
            )}
            <EntryChange entry={entry} />
          </div>
        ))}
      </div>
    </article>
  );
}
