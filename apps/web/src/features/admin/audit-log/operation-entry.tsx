import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import { formatWhole } from '@naughty-list/contracts/tokens';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../parts.tsx';
import { useIsAdmin } from '../session/admin-api.ts';
import { useRestore } from '../use-change.ts';
import { type FieldChange, fieldChanges } from './field-changes.ts';
import { LogEntry } from './log.tsx';
import { actions, type Operation, operationTitle } from './operations.ts';

/** One operation: admin, action, time, changes, and the undo of a deletion. */
export function OperationEntry({ operation }: { operation: Operation }) {
  const { first, entries } = operation;
  const isAdmin = useIsAdmin();
  return (
    <LogEntry
      Icon={actions[first.action].Icon}
      title={operationTitle(operation)}
      who={first.who}
      at={first.at}
      action={isAdmin && first.operationRestorable > 0 && <RestoreButton operation={operation} />}
    >
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
    </LogEntry>
  );
}

/** Undoes an operation; asks for confirmation if it affects rows that are not visible. */
function RestoreButton({ operation }: { operation: Operation }) {
  const { id, first, entries } = operation;
  const count = first.operationRestorable;
  const visibleCount = entries.filter(({ isRestorable }) => isRestorable).length;
  const verb = first.action === 'delete' ? 'Restore' : 'Undo';
  const [isConfirming, setIsConfirming] = useState(false);
  const restore = useRestore(verb, () => setIsConfirming(false));
  const press = () => (count > visibleCount ? setIsConfirming(true) : restore.run(id));
  const busyLabel = verb === 'Restore' ? 'Restoring...' : 'Undoing...';
  const label = count > 1 ? `${verb} all ${formatWhole(count)}` : verb;
  return (
    <>
      <Button look="pine" Icon={Undo2} aria-disabled={restore.isBusy} onClick={press}>
        {restore.isBusy ? busyLabel : label}
        <span className="sr-only">: {operationTitle(operation)}</span>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`${label}?`}
          description={`This takes effect at once. ${formatWhole(visibleCount)} of the changes ${visibleCount === 1 ? 'is' : 'are'} shown here; the rest are on other pages of the log or don't match the filter.`}
          action={label}
          busyAction={busyLabel}
          isBusy={restore.isBusy}
          onConfirm={() => restore.run(id)}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

/** The changes of an entry, field by field. */
function EntryChange({ entry }: { entry: AuditEntry }) {
  if (entry.action === 'refresh_profile_image') return null;
  const isEdit = entry.before !== null && entry.after !== null;
  const changes = fieldChanges(entry);
  if (changes.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[11rem_1fr]">
      {changes.map((change) => (
        <div key={change.label} className="min-w-0 sm:contents">
          <dt className="font-bold text-ink-700">{change.label}</dt>
          <dd dir="auto" className="min-w-0 whitespace-pre-line">
            {isEdit ? <Difference change={change} /> : (change.before ?? change.after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The old text with deletions struck out and insertions marked. */
function Difference({ change: { before = '', after = '' } }: { change: FieldChange }) {
  const pieces = wordDifference(before, after);
  const isReplaced = pieces.every(({ kind }) => kind !== 'same');
  let end = 0;
  return pieces.map(({ kind, text }) => {
    end += text.length;
    return (
      <span key={end} className={isReplaced ? 'block' : undefined}>
        {kind === 'same' && text}
        {kind === 'removed' && (
          <del className="rounded-sm bg-cranberry-300/50 px-0.5 text-cranberry-900 decoration-2">
            <span className="sr-only">removed: </span>
            {text}
          </del>
        )}
        {kind === 'added' && (
          <ins className="rounded-sm bg-pine-300/60 px-0.5 text-pine-900 decoration-2 underline-offset-2">
            <span className="sr-only">added: </span>
            {text}
          </ins>
        )}
      </span>
    );
  });
}

export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** Texts with a smaller share in common are shown as replaced. */
const MIN_COMMON_SHARE = 0.3;

/**
 * The difference of two texts in whole words: one changed part between a common beginning and end. Texts with little in
 * common are one removal and one addition.
 */
export function wordDifference(before: string, after: string): Piece[] {
  const [old, current] = [words(before), words(after)];
  let start = 0;
  while (start < old.length && old[start] === current[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, current.length) - start && old.at(-1 - end) === current.at(-1 - end))
    end += 1;
  const text = (of: string[], from: number, to: number) => of.slice(from, to).join('');
  const [head, tail] = [text(old, 0, start), text(old, old.length - end, old.length)];
  const isSimilar = head.length + tail.length >= MIN_COMMON_SHARE * Math.max(before.length, after.length);
  const pieces: Piece[] = isSimilar
    ? [
        { kind: 'same', text: head },
        { kind: 'removed', text: text(old, start, old.length - end) },
        { kind: 'added', text: text(current, start, current.length - end) },
        { kind: 'same', text: tail },
      ]
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ];
  return pieces.filter(({ text }) => text !== '');
}

/** Words, each with its trailing white space. */
const words = (text: string): string[] => text.match(/\S+\s*|\s+/gu) ?? [];
