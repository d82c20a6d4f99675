import { HASH_BYTES, type Hash } from './hashes.ts';
import { fromBase64, openNote, type Signer, signNote, type Verifier } from './note.ts';

/** The head of a log: its origin (its name), the number of its entries and the root of its tree. */
export type Checkpoint = { origin: string; size: number; root: Hash };

/** A signed note (C2SP tlog-checkpoint), under the name of the log. */
export function signCheckpoint({ size, root }: Omit<Checkpoint, 'origin'>, signer: Signer): string {
  return signNote(`${signer.name}\n${size}\n${root.toString('base64')}\n`, signer);
}

/** Undefined unless signed by the log itself. */
export function openCheckpoint(note: string, log: Verifier): Checkpoint | undefined {
  const opened = openNote(note, [log]);
  if (!opened) return undefined;
  const [origin, digits = '', encoded = '', ...rest] = opened.text.split('\n');
  const root = fromBase64(encoded);
  const size = Number(digits);
  const isWellFormed =
    origin === log.name &&
    /^(0|[1-9]\d*)$/.test(digits) &&
    Number.isSafeInteger(size) &&
    root?.length === HASH_BYTES &&
    // Refuse extension lines: we write none, and no monitor could audit them.
    rest.join() === '';
  return isWellFormed ? { origin, size, root } : undefined;
}
