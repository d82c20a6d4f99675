import { ApiError } from '@naughty-list/contracts/errors';
import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { startPreview } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { addLogFields } from '@naughty-list/service-kit/telemetry/log-fields';
import type { Context } from '../context.ts';
import { findVerification, receive } from '../verifications/repository.ts';
import { purposeOf, toChainVerification } from '../verifications/verification.ts';

/** Stores the preview, queues its job and waits; a repeated request with the same id waits for the same preview. */
export function startPreviewRoute({ db, queues, notifications, clock }: Context): Route {
  return route(startPreview, async ({ body: { id, signature, demand, waitMs }, requestId }) => {
    addLogFields({ verificationId: id });
    const purpose = purposeOf(id);
    if (purpose !== 'look') throw new ApiError('invalid_input', 'Not the id of a preview');
    const received = await receive(db, { id, purpose, signature, demand, round: 0, at: clock.now() });
    if (received.signature !== signature) throw new ApiError('invalid_input', 'Another preview has this id');
    if (received.outcome !== 'pending') return toChainVerification(received);
    await queues.add(verifyPaymentJob, { id, signature, demand, round: 0, requestId });
    const findDecided = async () => {
      const record = await findVerification(db, id);
      return record && record.outcome !== 'pending' ? record : undefined;
    };
    const decided = await notifications.waitFor(id, findDecided, waitMs);
    return toChainVerification(decided ?? (await findVerification(db, id)) ?? received);
  });
}
