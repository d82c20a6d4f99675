import { ApiError } from '@naughty-list/contracts/errors';
import {
  membershipTexts,
  type VerifyTransactionAnswer,
  verifyTransaction,
} from '@naughty-list/contracts/membership';
import { isSignature } from '@naughty-list/contracts/primitives';
import { preferredWaitMs } from '@naughty-list/service-kit/prefer';
import { Answer, type Route, route } from '@naughty-list/service-kit/route';
import { memberAlready } from '../claims/claim.ts';
import { claimPayment } from '../claims/claim-payment.ts';
import { waitForAnswer } from '../claims/wait-for-answer.ts';
import type { Context } from '../context.ts';
import { findMemberBy } from '../members/repository.ts';
import { obtainReference } from '../references/obtain.ts';
import { findReferenceOf } from '../references/repository.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';
import { visitorOf } from './visitor.ts';

export function verifyTransactionRoute(context: Context): Route {
  const { db, queues, chainVerifier, claimWakeUps: wakeUps, chat, config } = context;
  return route(verifyTransaction, async ({ body, requestId, raw }) => {
    const visitor = visitorOf(raw);
    const { transactionHash: signature, burnAddress } = body;
    if (!isSignature(signature)) throw new ApiError('invalid_transaction_hash', membershipTexts.invalidHash);
    const reference =
      (await findReferenceOf(db, visitor)) ??
      (await obtainReference(db, chainVerifier, {
        visitor,
        prefix: config.MEMBERSHIP_REFERENCE_PREFIX,
      }).catch((error) => verifierUnavailable(raw.log, error)));
    if (burnAddress !== undefined && burnAddress !== reference.burnAddress)
      throw new ApiError('invalid_input', membershipTexts.otherBurnAddress, { field: 'burnAddress' });
    const member = await findMemberBy(db, reference.reference);
    if (member && member.transactionHash !== signature)
      return { success: false, message: memberAlready.message, reason: memberAlready.code };
    const { claim } = await claimPayment(db, queues, {
      reference,
      signature,
      requestId,
      dueInMs: config.CLAIM_SWEEP_AFTER_MS,
      onUnsent: (err) => raw.log.warn({ err }, 'claim not sent'),
    });
    const waitMs = preferredWaitMs(raw.headers.prefer, config.VERIFY_WAIT_MS);
    const waiting = { id: claim.id, waitMs };
    return withStatus(await waitForAnswer(db, { wakeUps, chat }, waiting));
  });
}

const withStatus = (answer: VerifyTransactionAnswer) => new Answer(answer.pending ? 202 : 200, answer);
