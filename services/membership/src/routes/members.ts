import { ApiError } from '@naughty-list/contracts/errors';
import { ledgerTexts } from '@naughty-list/contracts/ledger';
import { getMemberRecord } from '@naughty-list/contracts/member-receipts';
import {
  generateBurnAddress,
  getWalletMembership,
  membershipTexts,
  NOT_A_MEMBER,
  recoverMembership,
} from '@naughty-list/contracts/membership';
import { transferRequest } from '@naughty-list/contracts/payment-intents';
import { issueMembershipProof } from '@naughty-list/contracts/payment-proofs';
import { isSignature } from '@naughty-list/contracts/primitives';
import { SETTLED } from '@naughty-list/contracts/verifications';
import { findClaim } from '@naughty-list/payment-flow/claim-table';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { findSignedProof, issueProof } from '@naughty-list/payment-flow/proofs';
import { visitorOf } from '@naughty-list/payment-flow/routes';
import { Answer, preferredWaitMs, type Route, route } from '@naughty-list/service-kit/http/route';
import { membershipClaims } from '../claims/claim.ts';
import { membershipSubject } from '../claims/payment-kind.ts';
import { waitForLink } from '../claims/wait-for-answer.ts';
import type { Context } from '../context.ts';
import { findMemberRecord } from '../members/ledger.ts';
import {
  findMemberBy,
  findMemberByWallet,
  joinMember,
  linkOf,
  recordLinkSent,
} from '../members/repository.ts';
import { obtainReference } from '../references/references.ts';
import { referenceFor } from './visitor.ts';

/** Membership of a visitor or wallet, and recovery in another browser. */
export function memberRoutes(context: Context): Route[] {
  const { db, chainVerifier, claimNotifications: notifications, chat, config } = context;
  return [
    route(generateBurnAddress, async ({ raw }) => {
      const obtained = await obtainReference(db, chainVerifier, visitorOf(raw)).catch((error) =>
        verifierUnavailable(raw.log, error),
      );
      const {
        reference,
        burnAddress,
        mint,
        key: referenceKey,
        feeTokens: amount,
        toSend = amount,
      } = obtained;
      const member = await findMemberBy(db, reference);
      const telegramLink = member && linkOf(chat, member);
      const claim = member?.claimId ? await findClaim(db, membershipClaims, member.claimId) : undefined;
      // A payment settled by hand has no verdict to prove.
      const hasReceipt = claim !== undefined && claim.code !== SETTLED;
      if (member && telegramLink) await recordLinkSent(db, member.id);
      return {
        burnAddress,
        reference,
        mint,
        amount,
        paymentUrl: transferRequest(
          { burnWallet: burnAddress, missing: toSend, mint, referenceKey, reference },
          { label: membershipTexts.paymentLabel, message: membershipTexts.paymentMessage },
        ),
        ...(telegramLink ? { telegramLink } : {}),
        ...(hasReceipt && { receipt: claim.id }),
      };
    }),
    route(issueMembershipProof, async ({ body, raw }) => {
      const { transactionHash: signature = null, wallet } = body;
      if (signature !== null && !isSignature(signature))
        throw new ApiError('invalid_transaction_hash', membershipTexts.invalidHash);
      const { reference } = await referenceFor(context, raw);
      return issueProof(db, {
        origin: config.PUBLIC_ORIGIN,
        subject: membershipSubject(reference),
        signature,
        wallet,
        purpose: signature === null ? browserPurpose(reference) : paymentPurpose(reference),
      });
    }),
    route(recoverMembership, async ({ body, raw }) => {
      const { reference } = await referenceFor(context, raw);
      const payment = { subject: membershipSubject(reference), signature: null };
      const proof = await findSignedProof(db, body.proof, payment);
      const member = await findMemberByWallet(db, proof.wallet);
      if (!member) return { success: false, message: membershipTexts.notAMember, reason: NOT_A_MEMBER };
      await joinMember(db, { reference, member, proof });
      const waitMs = preferredWaitMs(raw.headers.prefer, config.VERIFY_WAIT_MS);
      const answer = await waitForLink(db, { notifications, chat }, { member, waitMs });
      return new Answer(answer.pending ? 202 : 200, answer);
    }),
    route(getWalletMembership, async ({ params }) => ({
      member: (await findMemberByWallet(db, params.wallet)) !== undefined,
    })),
    route(getMemberRecord, async ({ params }) => {
      const record = await findMemberRecord(db, params.id);
      if (record === 'waiting') throw new ApiError('service_unavailable', ledgerTexts.waiting);
      if (!record) throw new ApiError('not_found', 'Not found');
      return record;
    }),
  ];
}

/** The purpose that the paying wallet signs; completes "I want this payment to …". */
const paymentPurpose = (reference: string) => `admit me to the Secret Sausage Society (${reference})`;

/** The purpose that a member's wallet signs in another browser; completes "I want to …". */
const browserPurpose = (reference: string) =>
  `open the Secret Sausage Society in this browser (${reference})`;
