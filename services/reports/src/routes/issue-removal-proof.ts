import { ApiError } from '@naughty-list/contracts/errors';
import { issueRemovalProof } from '@naughty-list/contracts/payment-proofs';
import { isSignature } from '@naughty-list/contracts/primitives';
import { removalTexts } from '@naughty-list/contracts/removal';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { issueProof } from '@naughty-list/payment-flow/proofs';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { findPayable, removalSubject } from '../cases/removal/effect.ts';
import type { Context } from '../context.ts';
import { isHeld, isPayable } from '../register/reports/report.ts';

export function issueRemovalProofRoute({ db, config }: Context): Route {
  return route(issueRemovalProof, async ({ params, body }) => {
    const { txHash: signature, wallet } = body;
    if (!isSignature(signature)) throw new ApiError('invalid_transaction_hash', removalTexts.invalidHash);
    const report = await findPayable(db, params.id);
    if (!report || isHeld(report)) throw new ApiError('not_found', reportListTexts.unknownReport);
    if (!isPayable(report)) throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
    const subject = removalSubject(report.id);
    const { PUBLIC_ORIGIN: origin } = config;
    const { id, username, unique_burn_address: reference } = report;
    // What the paying wallet signs; completes "I want this payment to …".
    const purpose = `remove report ${id} about @${username} (${reference}) from the Naughty List`;
    return issueProof(db, { origin, subject, signature, wallet, purpose });
  });
}
