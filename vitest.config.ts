import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { lightEndpoints } from './apps/web/light-endpoints.ts';
import { redisProgram } from './infra/dev/embedded/src/redis-server.ts';

// Continuous integration runs `npm test` and `npm run test:long`. `npm run test:lab` is run by hand, before a release: endurance
// runs, crashes and bad days of the whole stack, and a short bench.
const runsLong = process.env.TESTS === 'long';
const runsLab = process.env.TESTS === 'lab';
const longInServices = [
  'infra/deploy/containers/test/audit.test.ts',
  'packages/ledger/test/strangers-check.test.ts',
  'services/chain-verifier/test/{found-beside-junk,old-data,payment-terms,polling,quorum,reference-keys,unreachable,watch}.test.ts',
  'services/{chain-verifier,reports}/test/restored.test.ts',
  'services/reports/test/{ledger-crashes,migration-fails}.test.ts',
  'services/gateway/test/{admin-command,docs-page,gateway-on-redis,hung-service,visits-later}.test.ts',
  'services/analytics/test/chaos-visits.test.ts',
  'packages/service-kit/test/{killed-worker,migrations-under-load,queues-on-redis,signed-jobs}.test.ts',
  'services/reports/test/{admin-nice-reports-plans,audit-log-plans,modes,search-plans,sock-puppets,webhooks}.test.ts',
  'services/membership/test/{invites,worker}.test.ts',
];
const longInBrowser = [
  'apps/web/test/{admin,admin-analytics,admin-audit-log,admin-queues,admin-reports,admin-review,admin-states,admin-tools,appeals,axe-states,case-life,case-pages,challenge,delays,details,early-presses,engines,held-reports,keyboard,list-in-page,look-up,nice-list,pages,payment-faults,payment-proof,pfp,plain-pages,public-pages,receipt,report-form,resilience,service-worker,silence,society,third-parties,visits,wallet}.e2e.test.ts',
];
const longOnStack = [
  'infra/dev/embedded/test/{access,api,backup,first-admin,ledger,membership,observability,own-database,postgres,stack,stolen-payments}.test.ts',
  'infra/dev/bootstrap/test/dev.test.ts',
  'infra/lab/fuzz/test/*.test.ts',
  'infra/lab/attacks/test/*.test.ts',
];
const lab = ['infra/lab/endurance/test/**/*.test.ts', 'infra/lab/bench/test/bench.test.ts'];

/** What moves money, once more with its jobs in Redis, where there is one. */
const paymentsOnRedis = redisProgram
  ? [
      'services/chain-verifier/test/{accept-once,decided-at-once,finality,membership,providers,rpc-faults,start-preview,verify-burn,watch}.test.ts',
      'services/reports/test/{deleted-and-paid,deleted-and-paid-at-once,follow-verification,remove-by-burn,settle-found-payment,sweep,verdict-order,verify-burn}.test.ts',
      'services/membership/test/{invites,verify-transaction}.test.ts',
    ]
  : [];

const inBrowser = ['apps/web/test/**/*.e2e.test.ts'];
const wholeStack = ['infra/dev/embedded/test/**/*.test.ts', ...longOnStack, ...lab];

/** The files of one of the three runs. */
const select = (normal: string[], long: string[], inLab: string[] = []) =>
  runsLab ? inLab : runsLong ? long : normal;

// On a busy machine a browser or a whole stack may miss its moment. Continuous integration tries such a test once more, and
// names it in its last lines; by hand it fails at once.
const retry = process.env.CI ? 1 : 0;

const minute = 60_000;
/** How long a test, and what it waits for, may take: long enough for a machine that is ten times slower. */
const testTimeout = 5 * minute;
const patient = { poll: { timeout: 2 * minute } };

export default defineConfig({
  test: {
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    maxWorkers: Math.min(4, availableParallelism()),
    projects: [
      {
        extends: true,
        // A part of the web app's build that its modules cannot be read without.
        plugins: [lightEndpoints()],
        test: {
          name: 'unit+service',
          // Cards are drawn in its colours.
          css: { include: [/theme\.css/] },
          expect: patient,
          include: select(
            ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'services/**/*.test.ts', 'infra/**/*.test.ts'],
            longInServices,
          ),
          exclude: ['**/node_modules/**', ...inBrowser, ...wholeStack, ...(runsLong ? [] : longInServices)],
          testTimeout,
          hookTimeout: testTimeout,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'payments on Redis',
          expect: patient,
          include: select([], paymentsOnRedis),
          setupFiles: ['packages/test-kit/src/redis-for-file.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'whole-stack',
          expect: patient,
          include: select(['infra/dev/embedded/test/**/*.test.ts'], longOnStack, lab),
          exclude: ['**/node_modules/**', ...(runsLong ? [] : longOnStack)],
          testTimeout,
          retry,
          hookTimeout: testTimeout,
          // Each of these, and of the browser tests, starts a whole stack: two at a time, and after everything else.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          expect: patient,
          include: select(inBrowser, longInBrowser),
          exclude: ['**/node_modules/**', ...(runsLong ? [] : longInBrowser)],
          globalSetup: ['apps/web/test/build-web.ts'],
          testTimeout,
          retry,
          hookTimeout: testTimeout,
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
    ],
  },
});
