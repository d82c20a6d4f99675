import { ApiError } from '@naughty-list/contracts/errors';
import {
  membershipTexts,
  type VerifyTransactionAnswer,
  verifyTransaction,
} from '@naughty-list/contracts/membership';
import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { Address, isSignature } from '@naughty-list/contracts/primitives';
import { hasFixed } from '@naughty-list/payment-flow/intent';
import { claimPayment, unseenLimit, verifierUnavailable } from '@naughty-list/payment-flow/open';
import { findSignedProof, type Proof } from '@naughty-list/payment-flow/proofs';
import {
  Answer,
  preferredWaitMs,
  type Route,
  type RouteRequest,
  route,
} from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import { decideClaim, type Known } from '../claims/decide-claim.ts';
import { membershipSubject, targetOf } from '../claims/payment-kind.ts';
import { waitForAnswer, waitForLink } from '../claims/wait-for-answer.ts';
import type { Context } from '../context.ts';
import {
  findMemberBy,
  findMemberByTransaction,
  findMemberByWallet,
  joinMember,
} from '../members/repository.ts';
import type { Reference } from '../references/references.ts';
import { referenceFor } from './visitor.ts';

export function verifyTransactionRoute(context: Context): Route {
  const { db, claimNotifications: notifications, chat, config } = context;
  return route(verifyTransaction, async (request) => {
    const { body, raw } = request;
    const { transactionHash: signature, burnAddress } = body;
    if (!isSignature(signature)) throw new ApiError('invalid_transaction_hash', membershipTexts.invalidHash);
    const reference = await referenceFor(context, raw);
    if (burnAddress !== undefined && !(await wasShown(db, reference, burnAddress)))
      throw new ApiError('invalid_input', membershipTexts.otherBurnAddress, { field: 'burnAddress' });
    const proof = body.proof && (await signedProof(db, body.proof, { reference, signature }));
    const decision = decideClaim(await findKnown(db, { reference, signature, proof }));
    if (decision.kind === 'refuse') return decision.answer;
    const waitMs = preferredWaitMs(raw.headers.prefer, config.VERIFY_WAIT_MS);
    if (decision.kind === 'claim') {
      const id = await claim(context, request, { reference, signature, proof });
      return withStatus(await waitForAnswer(db, { notifications, chat }, { id, waitMs }));
    }
    const { kind, member } = decision;
    if (kind === 'join' && proof) await joinMember(db, { reference: reference.reference, member, proof });
    return withStatus(await waitForLink(db, { notifications, chat }, { member, waitMs }));
  });
}

/** Whether this burn wallet was shown for the reference: a page opened before a change may have been paid there. */
async function wasShown(
  db: Knex,
  { reference: subject, burnAddress }: Reference,
  burnWallet: string,
): Promise<boolean> {
  if (burnWallet === burnAddress) return true;
  return Address.safeParse(burnWallet).success && hasFixed(db, { subject, burnWallet });
}

type Payment = { reference: Reference; signature: string };
type ProvenPayment = Payment & { proof: Proof | undefined };

function signedProof(db: Knex, given: PaymentProof, { reference, signature }: Payment): Promise<Proof> {
  return findSignedProof(db, given, { subject: membershipSubject(reference.reference), signature });
}

async function findKnown(db: Knex, { reference, signature, proof }: ProvenPayment): Promise<Known> {
  const wallet = proof && Address.parse(proof.wallet);
  // In this order: a member admitted in between must neither seem to have paid with another transaction, nor its browser
  // to be unknown.
  const ofWallet = wallet && (await findMemberByWallet(db, wallet));
  const paid = await findMemberByTransaction(db, signature);
  const own = await findMemberBy(db, reference.reference);
  return { signature, own, paid, wallet, ofWallet };
}

async function claim(
  context: Context,
  { body, requestId, clientId, raw }: RouteRequest<typeof verifyTransaction>,
  { reference, signature, proof }: ProvenPayment,
): Promise<string> {
  const { db, queues, constants, paymentKind } = context;
  const opened = await claimPayment({ db, queues, log: raw.log }, paymentKind, {
    target: await targetOf(db, reference, body),
    signature,
    requestId,
    dueInMs: constants.claimSweepAfterMs,
    proof,
    unseen: unseenLimit(context, { signature, clientId }, (error) => verifierUnavailable(raw.log, error)),
  });
  if (!opened) throw new Error(`No claim for ${reference.reference}`);
  return opened.claim.id;
}

const withStatus = (answer: VerifyTransactionAnswer) => new Answer(answer.pending ? 202 : 200, answer);
