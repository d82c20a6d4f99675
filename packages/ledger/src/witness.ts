import type { Hash } from './hashes.ts';
import { isSignedBy, parseSignatureLine, parseVerifierKey, type Verifier } from './note.ts';

/** The algorithm of timestamped Ed25519 cosignatures (C2SP tlog-cosignature). */
export const COSIGNATURE = Buffer.of(4);
const TIME_BYTES = 8;

/** The key of a witness, from its text. */
export const parseWitnessKey = (text: string): Verifier | undefined => parseVerifierKey(text, COSIGNATURE);

/** What a witness signs for the text of a checkpoint. */
export const cosignedText = (text: string, time: bigint): string => `cosignature/v1\ntime ${time}\n${text}`;

/** The body of `add-checkpoint` (C2SP tlog-witness): the checkpoint, with the proof that its tree extends the last one that the witness saw. */
export function addCheckpointBody(of: { old: number; proof: readonly Hash[]; checkpoint: string }): string {
  const lines = of.proof.map((hash) => `${hash.toString('base64')}\n`);
  return `old ${of.old}\n${lines.join('')}\n${of.checkpoint}`;
}

/**
 * The line of a witness's answer that is its valid signature of the checkpoint; undefined without one. Others are ignored: with many, a
 * note would be too long to read.
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
