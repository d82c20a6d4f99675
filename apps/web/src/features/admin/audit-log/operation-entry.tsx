import { type AuditEntry, REPORTER } from '@naughty-list/contracts/audit-log';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import type { CaseRule, CaseStatus } from '@naughty-list/contracts/cases';
import { caseRules } from '@naughty-list/contracts/decision-texts';
import { formatWhole } from '@naughty-list/contracts/tokens';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useIsAdmin } from '../session/admin-api.ts';
import { useRestore } from '../use-change.ts';
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
  const busyLabel = verb === 'Restore' ? 'Restoring…' : 'Undoing…';
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

/** A field of a row before and after, as text; `undefined` if the row did not exist. */
export type FieldChange = { label: string; before: string | undefined; after: string | undefined };

const labels: Record<string, string> = {
  description: 'Description',
  twitterUrl: 'Link to the post',
  username: 'Username',
  scamCategory: 'Category',
  reportCount: 'Independent reporters',
  reportedAt: 'Reported at',
  tweetContent: 'Post',
  tweetDate: 'Date of the post',
  evidenceUrls: 'Evidence',
  isRemoved: 'Removed',
  held: 'Held',
  isReviewed: 'Read by a moderator',
  removalTxHash: 'Removal transaction',
  burnTransactionHash: 'Burn transaction',
  uniqueBurnAddress: 'Burn reference',
  caseStatus: 'Status',
  statement: 'Statement',
  appeal: 'Appeal',
  decision: 'Decision',
  status: 'Status',
  rule: 'Rule',
  reason: 'Reason',
  period: 'Period',
  was: 'Before',
  of: 'Decided by',
  undone: 'Undone',
  payment: 'Transaction',
  claim: 'Claim',
  handle: 'Handle',
  proof: 'Proof',
  state: 'Post on X',
  count: 'Decisions',
};

/** The fields that identify a row. */
const identifying = ['description', 'twitterUrl', 'removalTxHash'];

/**
 * The changes of an entry: the fields that an edit changed, the identifying fields of a created or deleted row, or the
 * details of a decision.
 */
export function fieldChanges({
  before,
  after,
  details,
  who,
}: Pick<AuditEntry, 'before' | 'after' | 'details'> & Partial<Pick<AuditEntry, 'who'>>): FieldChange[] {
  if (details)
    return Object.entries(details)
      .filter(([name]) => name !== 'led')
      .map(([name, text]) => ({
        label: labels[name] ?? name,
        before: undefined,
        after: who === REPORTER && name === 'decision' ? 'Withdrawn' : detailText(name, text),
      }));
  const names = [...new Set([...identifying, ...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    // Every edit increments it.
    if (name === 'version') return [];
    const [left, right] = [asText(before?.[name]), asText(after?.[name])];
    if (before && after ? left === right : !identifying.includes(name) || (left ?? right) === undefined)
      return [];
    return [{ label: labels[name] ?? name, before: left, after: right }];
  });
}

const decisions: Record<string, string> = {
  publish: 'Published',
  reject: 'Rejected',
  hold: 'Held',
  granted: 'Granted',
  partly_granted: 'Granted in part',
  refused: 'Refused',
};

function detailText(name: string, text: string): string {
  if (name === 'decision') return decisions[text] ?? text;
  if (name === 'undone') return actions[text as AuditEntry['action']]?.name ?? text;
  if (name === 'state' && text === 'gone') return "not shown as the account's";
  if (name === 'rule') return caseRules[text as CaseRule] ?? text;
  return name === 'status' ? (caseTexts.status[text as CaseStatus] ?? text) : text;
}

function asText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
