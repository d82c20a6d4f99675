import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { ApiClient } from '@naughty-list/api-client/client';
import { removalTexts, removeByBurn, verifyBurn } from '@naughty-list/contracts/removal';
import { getVerification } from '@naughty-list/contracts/verifications';
import { FIRST_PAUSE_MS, longerPause, patiently, pause } from './patience.ts';
import type { Removal } from './removal.ts';

/** How a removal ends; `amountBurned` is in tokens and null where nobody said. */
export type RemovalEnd =
  | { outcome: 'removed'; amountBurned: number | null }
  | { outcome: 'failed'; title: string; message: string };

export type RemovalDesk = {
  api: ApiClient;
  signal: AbortSignal;
  /** Keeps progress where a reload finds it. */
  keep: (changes: Partial<Removal>) => void;
};

/** What the page says where a thrown error has no text of its own (specification, section 8). */
const UNKNOWN_ERROR = 'An error occurred during verification.';

/**
 * Takes a removal from wherever it was left to its end: look, claim, follow. Every step may be repeated: the same
 * claim again gets the same answer. Rejects only when the signal aborts.
 */
export async function runRemoval(removal: Removal, desk: RemovalDesk): Promise<RemovalEnd> {
  try {
    if (removal.phase === 'following' && removal.verificationId)
      return await follow(removal.verificationId, desk);
    return removal.phase === 'claiming' ? await claim(removal, desk) : await look(removal, desk);
  } catch (error) {
    if (desk.signal.aborted) throw error;
    const message = error instanceof Error && error.message !== '' ? error.message : UNKNOWN_ERROR;
    return { outcome: 'failed', title: 'Error', message };
  }
}

async function look(removal: Removal, desk: RemovalDesk): Promise<RemovalEnd> {
  const body = { txHash: removal.hash.trim(), reportId: removal.reportId };
  const answer = await patiently(
    () => desk.api.call(verifyBurn, { body }, { signal: desk.signal }),
    patience(desk),
  );
  // A look that is still pending has found the transaction: the claim is made now, so that it is written down.
  if (!answer.success && !answer.pending) return refused(answer.error);
  const known: Partial<Removal> = answer.success
    ? { stage: 'finalised', amountBurned: answer.amountBurned }
    : { stage: 'found' };
  desk.keep({ ...known, phase: 'claiming' });
  return claim({ ...removal, ...known }, desk);
}

async function claim(removal: Removal, desk: RemovalDesk): Promise<RemovalEnd> {
  const input = { params: { id: removal.reportId }, body: { txHash: removal.hash.trim() } };
  try {
    const answer = await patiently(
      () => desk.api.call(removeByBurn, input, { signal: desk.signal }),
      patience(desk),
    );
    if (answer.success) return { outcome: 'removed', amountBurned: removal.amountBurned };
    if (!answer.verificationId) return refused(answer.message);
    desk.keep({ phase: 'following', verificationId: answer.verificationId });
    return await follow(answer.verificationId, desk);
  } catch (error) {
    if (!(error instanceof ApiCallError)) throw error;
    return { outcome: 'failed', title: 'Error', message: `${removalTexts.failedToRemove}. ${error.message}` };
  }
}

async function follow(id: string, desk: RemovalDesk): Promise<RemovalEnd> {
  let lastStage: string | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; ) {
    const { outcome, stage, message, amountBurned } = await patiently(
      () => desk.api.call(getVerification, { params: { id } }, { signal: desk.signal }),
      patience(desk),
    );
    if (outcome === 'rejected') return refused(message);
    if (outcome === 'accepted' && stage === 'done') return { outcome: 'removed', amountBurned };
    pauseMs = stage === lastStage ? longerPause(pauseMs) : FIRST_PAUSE_MS;
    lastStage = stage;
    desk.keep({ stage });
    await pause(pauseMs, desk.signal);
  }
}

function refused(message: string | null | undefined): RemovalEnd {
  return { outcome: 'failed', title: 'Verification Failed', message: message || removalTexts.unableToVerify };
}

function patience({ signal, keep }: RemovalDesk) {
  return { signal, onWaiting: (waiting: Removal['waiting']) => keep({ waiting }) };
}
