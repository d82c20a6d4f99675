import { join } from 'node:path';
import { settleMembershipPaymentJob } from '@naughty-list/contracts/found-payments';
import { applyMembershipVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { claimSweep } from '@naughty-list/payment-flow/sweep';
import { defineService, onJob } from '@naughty-list/service-kit/lifecycle/define-service';
import { tellSettlements } from './claims/settle.ts';
import { Config, type Constants, constants } from './config.ts';
import { type Context, openContext } from './context.ts';
import { retention } from './forget-old.ts';
import { provideInviteJob } from './invites/provide-invite-job.ts';
import { inviteSweep } from './invites/sweep.ts';
import { applyMembershipVerdict, settleFoundPayment } from './jobs/payments.ts';
import { provideInvite } from './jobs/provide-invite.ts';
import { ledgerNews } from './members/ledger.ts';
import { generateBurnAddressRoute } from './routes/generate-burn-address.ts';
import { getMemberRecordRoute } from './routes/get-member-record.ts';
import { getWalletMembershipRoute } from './routes/get-wallet-membership.ts';
import { issueMembershipProofRoute } from './routes/issue-membership-proof.ts';
import { paymentDeskRoutes } from './routes/payment-desk.ts';
import { paymentIntentRoutes } from './routes/payment-intents.ts';
import { recoverMembershipRoute } from './routes/recover-membership.ts';
import { verificationRoutes } from './routes/verifications.ts';
import { verifyTransactionRoute } from './routes/verify-transaction.ts';

const claims = claimSweep(
  ({ effect }: Context) => effect,
  ({ db, queues }) => tellSettlements(db, queues),
);

export const membership = defineService<Config, Context, Constants>({
  name: 'membership',
  database: { schema: 'membership', directory: join(import.meta.dirname, '../migrations') },
  config: Config,
  constants,
  open: openContext,
  routes: [
    generateBurnAddressRoute,
    issueMembershipProofRoute,
    verifyTransactionRoute,
    recoverMembershipRoute,
    paymentIntentRoutes,
    paymentDeskRoutes,
    getWalletMembershipRoute,
    getMemberRecordRoute,
    verificationRoutes,
  ],
  jobs: [
    onJob(applyMembershipVerdictJob, applyMembershipVerdict),
    onJob(provideInviteJob, provideInvite),
    onJob(settleMembershipPaymentJob, settleFoundPayment),
  ],
  schedules: [claims, retention, inviteSweep, ledgerNews],
});
