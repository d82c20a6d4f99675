import { defineConfig } from 'vitest/config';
import { lightEndpoints } from './apps/web/light-endpoints.ts';
import { redisProgram } from './infra/dev/embedded/test/redis-server.ts';

// A file's name says when it runs: `*.test.ts` in `npm test`, `*.long.test.ts` in `npm run test:long` (continuous integration runs
// both: money, names, access, data), `*.lab.test.ts` in `npm run test:lab`, before a release: crashes, bad days, scale, every page at
// every size, other browsers and the jobs in Redis.
const tier: string | undefined = process.env.TESTS;
const ending = tier ? `.${tier}.test.ts` : '.test.ts';
const ofOtherRuns = tier ? [] : ['**/*.{long,lab}.test.ts'];
const wholeStack = 'infra/{dev/{bootstrap,embedded},lab/*}/test/**/*';

/** What moves money, once more with its jobs in Redis, where there is one. */
const onRedis =
  tier === 'lab' && redisProgram ? ['services/{chain-verifier,membership,reports}/test/*.test.ts'] : [];

// On a busy machine a browser or a whole stack may miss its moment. Continuous integration tries such a test once more, and
// names it in its last lines; by hand it fails at once.
const retry = process.env.CI ? 1 : 0;

const minute = 60_000;
/** How long a test, and what it waits for, may take: long enough for a machine that is ten times slower. */
const testTimeout = 5 * minute;

export default defineConfig({
  // A part of the web app's build that its modules cannot be read without.
  plugins: [lightEndpoints()],
  test: {
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    // Twice two cores: half of the time a service's test waits for its database, queue or chain.
    maxWorkers: 4,
    expect: { poll: { timeout: 2 * minute } },
    testTimeout,
    hookTimeout: testTimeout,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit+service',
          // Importing anew for each file costs more than most files' tests; whatever a file starts, it also ends.
          isolate: false,
          // Cards are drawn in its colours.
          css: { include: [/theme\.css/] },
          include: [`{apps,packages,services,infra}/**/*${ending}`],
          exclude: ['**/node_modules/**', '**/*.e2e.*', `${wholeStack}.test.ts`, ...ofOtherRuns],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'payments on Redis',
          include: onRedis,
          exclude: ['**/*.lab.test.ts'],
          setupFiles: ['packages/test-kit/src/redis-for-file.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'whole-stack',
          include: [wholeStack + ending],
          exclude: ofOtherRuns,
          retry,
          // Each of these, and of the browser tests, starts a whole stack: two at a time, and after everything else.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [`apps/web/test/**/*.e2e${ending}`],
          globalSetup: ['apps/web/test/build-web.ts'],
          retry,
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
    ],
  },
});
