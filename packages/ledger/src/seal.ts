import { createHash } from 'node:crypto';
import { canonicalJson } from './leaf.ts';
import { openNote, type Signer, signNote, type Verifier } from './note.ts';

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
