import { auditLedgerJob } from '@naughty-list/contracts/ledger';
import { applyLossJob } from '@naughty-list/contracts/losses';
import { recordMemberJob } from '@naughty-list/contracts/member-receipts';
import { recordSettlementJob } from '@naughty-list/contracts/payment-desk';
import { applyBurnVerdictJob, settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { deliverWebhookJob } from '@naughty-list/contracts/webhooks';
import { onVerdict } from '@naughty-list/payment-flow/effect';
import { onFoundPayment } from '@naughty-list/payment-flow/open';
import { claimSweep } from '@naughty-list/payment-flow/sweep';
import { defineService, onJob } from '@naughty-list/service-kit/lifecycle/define-service';
import { appealDeadline } from './cases/appeals/deadline.ts';
import { postKeeper } from './cases/keep-posts.ts';
import { applyLoss } from './cases/losses/apply.ts';
import { lossSweep } from './cases/losses/sweep.ts';
import { recordSettlement } from './cases/removal/settle.ts';
import { Config, type Constants, constants } from './config.ts';
import { type Context, openContext } from './context.ts';
import { database } from './database.ts';
import { retention } from './forget-old.ts';
import { auditLedger, dailyAudit, unforeseenAudit } from './publication/ledger/daily-audit.ts';
import { ledgerWriter } from './publication/ledger/grow.ts';
import { ledgerWorks } from './publication/ledger/ledger-metrics.ts';
import { recordMember } from './publication/ledger/members.ts';
import { witnessRounds } from './publication/ledger/witnesses.ts';
import { deliverWebhook } from './publication/webhooks/deliver.ts';
import { webhookNotifier } from './publication/webhooks/notify.ts';
import { postRereader } from './register/aliases/reread.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { appealRoutes } from './routes/appeals.ts';
import { burnRequestRoute } from './routes/burn-request.ts';
import { caseRoutes, ownReportRoutes } from './routes/cases.ts';
import { feedRoutes } from './routes/feeds.ts';
import { ledgerRoutes } from './routes/ledger.ts';
import { listRoutes, lookUpRoutes } from './routes/lists.ts';
import { paymentRoutes } from './routes/payments.ts';
import { removeByBurnRoute } from './routes/remove-by-burn.ts';
import { reviewRoutes } from './routes/review.ts';
import { submissionRoutes } from './routes/submissions.ts';
import { transparencyRoute } from './routes/transparency.ts';
import { verifyBurnRoute } from './routes/verify-burn.ts';

export const reports = defineService<Config, Context, Constants>({
  name: 'reports',
  database,
  config: Config,
  constants,
  open: openContext,
  routes: [
    listRoutes,
    submissionRoutes,
    lookUpRoutes,
    caseRoutes,
    ownReportRoutes,
    appealRoutes,
    verifyBurnRoute,
    removeByBurnRoute,
    burnRequestRoute,
    paymentRoutes,
    ledgerRoutes,
    feedRoutes,
    adminRoutes,
    reviewRoutes,
    transparencyRoute,
  ],
  jobs: [
    onJob(applyBurnVerdictJob, async (...verdict) => void (await onVerdict(...verdict))),
    onJob(applyLossJob, async ({ db, config, log }, verdict) => {
      const holdsByRate = config.HOLD_REPORTS_ABOVE_PER_MINUTE > 0;
      const end = await applyLoss(db, { ...verdict, holdsByRate });
      log.info({ statement: verdict.statementId, end }, 'loss applied');
    }),
    onJob(settleReportPaymentJob, onFoundPayment),
    // A membership that an admin settled by hand.
    onJob(recordSettlementJob, ({ db }, settlement) =>
      db.transaction((trx) => recordSettlement(trx, settlement)),
    ),
    onJob(recordMemberJob, recordMember),
    onJob(deliverWebhookJob, deliverWebhook),
    onJob(auditLedgerJob, auditLedger),
  ],
  checks: ({ db }) => ({ ledger: () => ledgerWorks(db) }),
  schedules: [
    dailyAudit,
    unforeseenAudit,
    appealDeadline,
    claimSweep(({ paymentKind }) => paymentKind),
    ledgerWriter,
    lossSweep,
    postKeeper,
    postRereader,
    witnessRounds,
    retention,
    webhookNotifier,
  ],
});
