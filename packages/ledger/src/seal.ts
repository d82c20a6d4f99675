import { createHash } from 'node:crypto';
import { openNote, type Signer, signNote, type Verifier } from './note.ts';

/** JSON by RFC 8785: sorted keys, no spaces; undefined fields are omitted. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join()}}`;
}

/** The first line distinguishes it from a checkpoint, which begins with the log's name alone. */
const sealText = ({ name }: { name: string }, kind: string, value: unknown) =>
  `${name}/${kind}\n${createHash('sha256').update(canonicalJson(value)).digest('base64')}\n`;

/** A note by which the log certifies that it issued the value. */
export function sealValue(kind: string, value: unknown, signer: Signer): string {
  return signNote(sealText(signer, kind, value), signer);
}

/** Whether the note was signed by the log for this value. */
export function isSealed(note: string, kind: string, value: unknown, log: Verifier): boolean {
  return openNote(note, [log])?.text === sealText(log, kind, value);
}
