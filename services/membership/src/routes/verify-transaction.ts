import { ApiError } from '@naughty-list/contracts/errors';
import {
  membershipTexts,
  type VerifyTransactionAnswer,
  verifyTransaction,
} from '@naughty-list/contracts/membership';
import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { Address, isSignature } from '@naughty-list/contracts/primitives';
import { findSignedProof, useProof } from '@naughty-list/payment-flow/check-proof';
import { askIsSeen } from '@naughty-list/payment-flow/limit-unseen';
import type { Proof } from '@naughty-list/payment-flow/proof';
import { preferredWaitMs } from '@naughty-list/service-kit/http/prefer';
import { Answer, type Route, type RouteRequest, route } from '@naughty-list/service-kit/http/route';
import { clientKey } from '@naughty-list/service-kit/http/service-auth';
import type { Knex } from 'knex';
import { claimPayment } from '../claims/claim-payment.ts';
import { decideClaim, type Known } from '../claims/decide-claim.ts';
import { membershipSubject } from '../claims/demand.ts';
import { waitForAnswer, waitForLink } from '../claims/wait-for-answer.ts';
import type { Context } from '../context.ts';
import { joinMember } from '../members/join.ts';
import { findMemberBy, findMemberByTransaction, findMemberByWallet } from '../members/repository.ts';
import type { Reference } from '../references/repository.ts';
import { referenceFor, verifierUnavailable } from './visitor.ts';

export function verifyTransactionRoute(context: Context): Route {
  const { db, claimNotifications: notifications, chat, config } = context;
  return route(verifyTransaction, async (request) => {
    const { body, raw } = request;
    const { transactionHash: signature, burnAddress } = body;
    if (!isSignature(signature)) throw new ApiError('invalid_transaction_hash', membershipTexts.invalidHash);
    const reference = await referenceFor(context, raw);
    if (burnAddress !== undefined && burnAddress !== reference.burnAddress)
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

type Payment = { reference: Reference; signature: string };
type ProvenPayment = Payment & { proof: Proof | undefined };

function signedProof(db: Knex, given: PaymentProof, { reference, signature }: Payment): Promise<Proof> {
  return findSignedProof(db, given, { subject: membershipSubject(reference.reference), signature });
}

async function findKnown(db: Knex, { reference, signature, proof }: ProvenPayment): Promise<Known> {
  const wallet = proof && Address.parse(proof.wallet);
  // The order matters: a member admitted meanwhile must not look like a member by another payment, nor its browser
  // like an unknown one.
  const ofWallet = wallet && (await findMemberByWallet(db, wallet));
  const paid = await findMemberByTransaction(db, signature);
  const own = await findMemberBy(db, reference.reference);
  return { signature, own, paid, wallet, ofWallet };
}

async function claim(
  { db, queues, chainVerifier, config, constants }: Context,
  {
    requestId,
    clientId,
    raw,
  }: Pick<RouteRequest<typeof verifyTransaction>, 'requestId' | 'clientId' | 'raw'>,
  { reference, signature, proof }: ProvenPayment,
): Promise<string> {
  const provenBy = proof && {
    wallet: Address.parse(proof.wallet),
    use: (trx: Knex) => useProof(trx, proof),
  };
  const askChain = askIsSeen(chainVerifier, signature, { requestId });
  const opened = await claimPayment(db, queues, {
    reference,
    signature,
    requestId,
    dueInMs: constants.claimSweepAfterMs,
    unseen: {
      client: clientKey(config.INTERNAL_SECRET, clientId),
      isSeen: () => askChain().catch((error) => verifierUnavailable(raw.log, error)),
    },
    onUnsent: (err) => raw.log.warn({ err }, 'claim not sent'),
    provenBy,
  });
  return opened.claim.id;
}

const withStatus = (answer: VerifyTransactionAnswer) => new Answer(answer.pending ? 202 : 200, answer);
