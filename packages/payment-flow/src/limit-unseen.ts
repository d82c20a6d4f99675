import type { ApiClient } from '@naughty-list/api-client/client';
import {
  findTransaction,
  tooManyUnseenClaims,
  unseenClaimLimits,
} from '@naughty-list/contracts/claim-limits';
import { ApiError } from '@naughty-list/contracts/errors';
import { Signature } from '@naughty-list/contracts/primitives';

const CALL_MS = 10_000;

/** The claiming client, and how to check whether the transaction is on the chain once too many claims are pending. */
export type UnseenLimit = {
  /** An anonymous client key. */
  client: string;
  isSeen: () => Promise<boolean>;
};

/** Asks the chain verifier. Throws what the call throws. */
export function askIsSeen(
  chainVerifier: ApiClient,
  signature: string,
  { requestId }: { requestId: string },
): () => Promise<boolean> {
  return async () => {
    const params = { signature: Signature.parse(signature) };
    const { isKnown } = await chainVerifier.call(
      findTransaction,
      { params },
      { signal: AbortSignal.timeout(CALL_MS), headers: { 'x-request-id': requestId } },
    );
    return isKnown;
  };
}

export function tooManyUnseen(): ApiError {
  const { retryAfterSeconds: retryAfter } = unseenClaimLimits;
  return new ApiError('too_many_requests', tooManyUnseenClaims, { retryAfter });
}
