import type { AuditEntry } from '@naughty-list/contracts/audit-log';
import { type FieldChange, fieldChanges } from './field-changes.ts';
import { type Piece, wordDifference } from './word-difference.ts';

/** The changes of an entry, field by field. */
export function EntryChange({ entry }: { entry: AuditEntry }) {
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
  return pieces.map((piece) => {
    end += piece.text.length;
    return (
      <span key={end} className={isReplaced ? 'block' : undefined}>
        <DifferencePiece piece={piece} />
      </span>
    );
  });
}

function DifferencePiece({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === 'same') return text;
  if (kind === 'removed') {
    return (
      <del className="rounded-sm bg-cranberry-300/50 px-0.5 text-cranberry-900 decoration-2">
        <span className="sr-only">removed: </span>
        {text}
      </del>
    );
  }
  return (
    <ins className="rounded-sm bg-pine-300/60 px-0.5 text-pine-900 decoration-2 underline-offset-2">
      <span className="sr-only">added: </span>
      {text}
    </ins>
  );
}
