import type { Hash } from './hashes.ts';
import { isSignedBy, parseSignatureLine, parseVerifierKey, type Verifier } from './note.ts';

/** The algorithm of timestamped Ed25519 cosignatures (C2SP tlog-cosignature). */
export const COSIGNATURE = Buffer.of(4);
const TIME_BYTES = 8;

/** Parses the key of a witness. */
export const parseWitnessKey = (text: string): Verifier | undefined => parseVerifierKey(text, COSIGNATURE);

/** The message that a witness signs for a checkpoint. */
export const cosignedText = (text: string, time: bigint): string => `cosignature/v1\ntime ${time}\n${text}`;

/**
 * The body of `add-checkpoint` (C2SP tlog-witness): the checkpoint, with the proof that its tree extends the last one
 * that the witness has seen.
 */
export function addCheckpointBody(of: { old: number; proof: readonly Hash[]; checkpoint: string }): string {
  const lines = of.proof.map((hash) => `${hash.toString('base64')}\n`);
  return `old ${of.old}\n${lines.join('')}\n${of.checkpoint}`;
}

/**
 * The witness's valid signature line in its response; undefined without one. Other lines are ignored, because a note
 * with many would be too long to read.
 */
export function validCosignature(answer: string, checkpoint: string, witness: Verifier): string | undefined {
  const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
  return answer.split('\n').find((line) => {
    const { name, keyId, signature } = parseSignatureLine(line) ?? {};
    if (name !== witness.name || !keyId?.equals(witness.keyId) || !signature) return false;
    if (signature.length < TIME_BYTES) return false;
    const time = signature.readBigUInt64BE();
    return isSignedBy(witness, cosignedText(text, time), signature.subarray(TIME_BYTES));
  });
}
