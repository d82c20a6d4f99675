import { join } from 'node:path';
import { applyMembershipVerdictJob, settleMembershipPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { onFoundPayment } from '@naughty-list/payment-flow/open';
import { claimSweep } from '@naughty-list/payment-flow/sweep';
import { defineService, every, onJob } from '@naughty-list/service-kit/lifecycle/define-service';
import { sendSettlements } from './claims/claim.ts';
import { Config, type Constants, constants } from './config.ts';
import { type Context, openContext } from './context.ts';
import { retention } from './forget-old.ts';
import { provideInvite, provideInviteJob, sendInvites } from './invites/invites.ts';
import { applyMembershipVerdict } from './jobs/payments.ts';
import { addMembersToLedger } from './members/ledger.ts';
import { memberRoutes } from './routes/members.ts';
import { paymentRoutes } from './routes/payments.ts';
import { verifyTransactionRoute } from './routes/verify-transaction.ts';

const claims = claimSweep(
  ({ paymentKind }: Context) => paymentKind,
  ({ db, queues }) => sendSettlements(db, queues),
);

/** What new members are owed. */
const members = every(
  ({ constants }: Context) => constants.claimSweepAfterMs,
  async (context) => {
    await addMembersToLedger(context.db, context.queues);
    await sendInvites(context);
  },
);

export const membership = defineService<Config, Context, Constants>({
  name: 'membership',
  database: { schema: 'membership', directory: join(import.meta.dirname, '../migrations') },
  config: Config,
  constants,
  open: openContext,
  routes: [memberRoutes, verifyTransactionRoute, paymentRoutes],
  jobs: [
    onJob(applyMembershipVerdictJob, applyMembershipVerdict),
    onJob(provideInviteJob, provideInvite),
    onJob(settleMembershipPaymentJob, onFoundPayment),
  ],
  schedules: [claims, members, retention],
});
