import { join } from 'node:path';
import { writeAllMacs } from '@naughty-list/payment-flow/proofs';
import { defineService } from '@naughty-list/service-kit/lifecycle/define-service';
import { Config, type Constants, constants } from './config.ts';
import { type Context, openContext } from './context.ts';
import { retention } from './forget-old.ts';
import { judgeLoss } from './jobs/judge-loss.ts';
import { verifyPayment } from './jobs/verify-payment.ts';
import { startPoller } from './polling/poll.ts';
import { reconciliation } from './reconciliation/reconcile.ts';
import { startKeyPolling } from './reference-keys/poll-keys.ts';
import { buildBurnTransactionRoute, findTransactionRoute } from './routes/build-burn-transaction.ts';
import { getTokenConfigRoute } from './routes/get-token-config.ts';
import { paymentIntentRoutes } from './routes/payment-intents.ts';
import { startPreviewRoute } from './routes/start-preview.ts';
import { verificationRoutes } from './routes/verifications.ts';
import { startWatcher } from './watch/start.ts';

export const chainVerifier = defineService<Config, Context, Constants>({
  name: 'chain-verifier',
  database: {
    schema: 'chain',
    directory: join(import.meta.dirname, '../migrations'),
    afterBridge: writeAllMacs,
  },
  config: Config,
  constants,
  open: openContext,
  routes: [
    startPreviewRoute,
    verificationRoutes,
    findTransactionRoute,
    getTokenConfigRoute,
    buildBurnTransactionRoute,
    paymentIntentRoutes,
  ],
  jobs: [verifyPayment, judgeLoss],
  schedules: [startPoller, startWatcher, startKeyPolling, reconciliation, retention],
  // Not required for readiness: jobs that need the providers wait in the queue.
  softChecks: ({ isRpcHealthy }) => ({ rpc: async () => isRpcHealthy() }),
});
