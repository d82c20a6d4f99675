// Who may import whom. The default is no: what no `allowed` rule names is an error; `forbidden` draws the finer lines
// within a part. `$1` is what the brackets in `from` matched: "the same service", "the same feature".
const npm = (...names) => `node_modules/(${names.join('|')})/`;
const anyNpm = 'node_modules/';
const tests = '(/test/|\\.test\\.tsx?$)';

const contracts = '^packages/contracts/';
const privacyGate = '^packages/privacy-gate/';
const apiClient = '^packages/api-client/';
const serviceKit = '^packages/service-kit/';
const paymentFlow = '^packages/payment-flow/';
const paymentTransactions = '^packages/payment-transactions/';
const ledger = '^packages/ledger/';
const artwork = '^packages/artwork/';
const testKit = '^packages/test-kit/';
const embedded = '^infra/dev/embedded/';
const localChain = '^infra/dev/local-chain/';
const doctor = '^infra/dev/doctor/';
const endurance = '^infra/lab/endurance/';
const fuzz = '^infra/lab/fuzz/';
const screens = '^infra/lab/screens/';
const bench = '^infra/lab/bench/';
const attacks = '^infra/lab/attacks/';
const server = '^infra/deploy/server/';
const commands = '^infra/dev/(bootstrap|checks)[/.]';
// Files that are no programs, with tests of their own.
const deployment = '^infra/deploy/(containers|kubernetes|observability)/';
const web = '^apps/web/';
const service = '^services/([^/]+)/';
const sameService = '^services/$1/';

const node = { dependencyTypes: ['core'] };
const allow = (from, ...paths) => ({ from: { path: from }, to: { path: paths } });
const allowNode = (from) => ({ from: { path: from }, to: node });
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

// A service's folders that are neither doors (routes, jobs) nor files at the top of src. The gateway is all door.
const nouns = '^services/(?!gateway/)[^/]+/src/(?!routes/|jobs/)[^/]+/';

// The gateway's parts, from the outside in: each may import the later ones only.
const gateway = '^services/gateway/src/';
const gatewayParts = [
  '(main|admin-command)\\.ts$',
  'command/',
  'service\\.ts$',
  'edge/',
  'visits/',
  'queues-dashboard/',
  'routes/',
  'docs/',
  'web/',
  'streams/',
  'avatars/',
  'proxy/',
  'market/',
  'database\\.ts$',
  'admin/',
  'sessions/',
  'responses/',
  'clients/',
  'panel-unavailable\\.ts$',
  'config\\.ts$',
].map((part) => gateway + part);

// The wings of reports, from the top down: each may import itself and the later ones only.
const reportsWings = ['publication/', 'desk/', 'cases/', 'register/', 'record/'].map(
  (wing) => `^services/reports/src/${wing}`,
);

module.exports = {
  allowedSeverity: 'error',
  allowed: [
    allowNode('^(services|infra)/'),
    allowNode('^packages/(service-kit|payment-flow|ledger|test-kit|artwork)/'),
    allowNode('^apps/web/[^/]+\\.ts$'),
    allowNode(tests),
    allow(contracts, contracts, npm('tldts', 'unhomoglyph', 'zod')),
    allow(
      privacyGate,
      privacyGate,
      contracts,
      npm('@noble/curves', '@scure/bip39', 'bs58', 'ibantools', 'libphonenumber-js'),
    ),
    allow(apiClient, apiClient, contracts),
    allow(
      serviceKit,
      serviceKit,
      contracts,
      npm(
        'fastify',
        'fastify-plugin',
        'knex',
        'bullmq',
        'ioredis',
        'lru-cache',
        'pino',
        'pg',
        'zod',
        'prom-client',
        '@opentelemetry/[^/]+',
      ),
    ),
    allow(paymentFlow, paymentFlow, contracts, apiClient, serviceKit, npm('@noble/curves', 'bs58', 'knex')),
    allow(paymentTransactions, paymentTransactions, npm('@solana/web3\\.js', '@noble/hashes')),
    allow(ledger, ledger),
    allow(
      service,
      sameService,
      contracts,
      ledger,
      serviceKit,
      apiClient,
      paymentFlow,
      paymentTransactions,
      privacyGate,
      anyNpm,
    ),
    // The last are made of the contracts by a plugin of the build.
    allow(
      web,
      web,
      contracts,
      apiClient,
      paymentTransactions,
      privacyGate,
      // What a page checks without the server.
      `${ledger}src/leaf-receipt\\.ts$`,
      anyNpm,
      '^virtual:endpoints/',
    ),
    allow(localChain, localChain, paymentTransactions, anyNpm),
    allow(embedded, embedded, localChain, '^packages/(contracts|ledger)/src/', anyNpm),
    // Backups and moves copy what the services keep.
    allow(`${embedded}src/backup/`, serviceKit),
    allow(`${embedded}test/`, serviceKit),
    // One process holds every service.
    allow(
      `${embedded}src/(all-services|first-admin|setting-names)\\.ts$`,
      '^services/[^/]+/src/',
      serviceKit,
    ),
    // A stranger's check of the running site.
    allow(`${embedded}test/`, '^packages/ledger/test/'),
    allow(doctor, doctor, '^services/[^/]+/src/', '^packages/', embedded, anyNpm),
    allow(endurance, endurance, embedded, localChain, contracts, anyNpm),
    // Poisons the queues.
    allow('^infra/lab/endurance/test/bad-days/', serviceKit),
    allow(fuzz, fuzz, embedded, contracts, anyNpm),
    allow(screens, screens, '^apps/web/(test|src/prerender)/', embedded, contracts, testKit, anyNpm),
    // Offers that have expired, with their codes.
    allow(`${screens}src/sample-stack`, serviceKit, `${paymentFlow}test/`),
    allow(bench, bench, embedded, anyNpm),
    allow(attacks, attacks, bench, endurance, contracts, localChain, anyNpm),
    // A deadline passes as the service would have written it.
    allow(attacks, '^services/reports/test/make-due', serviceKit),
    allow(server, server, localChain),
    // Settings are compared with what reads them.
    allow('^infra/deploy/(server|containers)/test/', '^services/[^/]+/src/config', serviceKit),
    allow(deployment, deployment, anyNpm),
    allow('^infra/dev/migrations/', '^infra/dev/migrations/', serviceKit, testKit, anyNpm),
    // Accounts and case codes of the release before are taken over.
    allow('^infra/dev/migrations/test/', '^services/(gateway|reports)/src/'),
    allow(testKit, '^packages/', '^infra/dev/', anyNpm),
    // Programs of the commands, which run once packages are installed.
    allow('^infra/dev/bootstrap/(dev|test)/', '^infra/dev/(bootstrap|checks)/', embedded, anyNpm),
    allow(commands, '^infra/dev/(bootstrap|checks)/'),
    allow('^apps/web/[^/]+\\.ts$', '^apps/web/', anyNpm),
    allow(artwork, artwork, anyNpm),
    allow('^infra/dev/checks/count', embedded, serviceKit),
    allow(tests, testKit, embedded, localChain, contracts, apiClient, paymentTransactions, anyNpm),
  ],
  forbidden: [
    forbid('no-cycles', 'A cycle has no beginning to read from.', {}, { circular: true }),
    // What a plugin of the build makes is found by the build and by the compiler.
    forbid(
      'resolvable',
      'Every import leads somewhere.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    forbid(
      'declared',
      'What a part imports stands in its own package.json.',
      { pathNot: '^[^/]+$' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'tests-are-not-product',
      'Product code knows neither tests nor what is made for them.',
      { path: '^(apps|services|packages)/', pathNot: [tests, testKit] },
      { path: [tests, testKit, '^infra/'] },
    ),
    forbid(
      'nothing-from-the-lab',
      'What proves the product is no part of it: only the lab imports from the lab, tests included.',
      { pathNot: '^infra/lab/' },
      { path: '^infra/lab/' },
    ),
    forbid(
      'doors-know-nouns-only',
      'Routes and jobs use nouns and the context.',
      { path: '^services/[^/]+/src/(routes|jobs)/', pathNot: tests },
      { path: '^services/[^/]+/src/(app|main|worker|embedded|config)\\.ts$' },
    ),
    forbid(
      'routes-and-jobs-apart',
      'What both need is a verb of a noun.',
      { path: '^services/[^/]+/src/(routes|jobs)/', pathNot: tests },
      { path: '^services/[^/]+/src/(routes|jobs)/', pathNot: '^services/[^/]+/src/$1/' },
    ),
    forbid(
      'nouns-know-no-doors',
      'Nouns know contracts and the database, never the web, the queue, or the environment.',
      { path: nouns, pathNot: tests },
      {
        path: [
          npm('fastify', 'bullmq'),
          '^services/[^/]+/src/(routes|jobs)/',
          '^services/[^/]+/src/(app|main|worker|embedded|config)\\.ts$',
        ],
      },
    ),
    ...gatewayParts.map((part, index) =>
      forbid(
        'gateway-one-way',
        'Parts of the gateway import only parts that are listed after them.',
        { path: part, pathNot: tests },
        { path: gateway, pathNot: gatewayParts.slice(index) },
      ),
    ),
    ...reportsWings
      .slice(1)
      .map((wing, index) =>
        forbid(
          'reports-one-way',
          'Wings of reports import only wings that are listed after them.',
          { path: wing, pathNot: tests },
          { path: reportsWings.slice(0, index + 1) },
        ),
      ),
    forbid(
      'gateway-parts-apart',
      'Visits and the queue dashboard are known to the service alone.',
      { path: gateway, pathNot: [`${gateway}(service\\.ts$|visits/|queues-dashboard/)`] },
      { path: `${gateway}(visits|queues-dashboard)/` },
    ),
    forbid(
      'verdicts-are-pure',
      'A verdict depends on the evidence and the demand alone.',
      { path: '^services/chain-verifier/src/verdicts/', pathNot: tests },
      {
        pathNot: [
          contracts,
          '^services/chain-verifier/src/(verdicts/|evidence/|chain/(facts|keyless)\\.ts$)',
        ],
      },
    ),
    forbid(
      'one-solana-client',
      'chain/rpc.ts alone speaks to Solana.',
      { path: '^services/', pathNot: [tests, '^services/chain-verifier/src/chain/(rpc|keyless)\\.ts$'] },
      { path: npm('@solana/web3\\.js') },
    ),
    forbid(
      'one-who-builds-payments',
      'Of the services, the chain verifier alone knows what a transaction is made of.',
      { path: '^services/', pathNot: [tests, '^services/chain-verifier/'] },
      { path: paymentTransactions },
    ),
    forbid(
      'features-apart',
      'A feature of the web app uses ui, lib, contracts and the client, never another feature.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/(features|routes)/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'ui-is-dumb',
      'Pieces of the look know no feature and no server.',
      { path: '^apps/web/src/(ui|lib)/' },
      { path: '^apps/web/src/(features|routes)/' },
    ),
    forbid(
      'no-barrels',
      'Import the file itself.',
      { pathNot: 'node_modules' },
      { path: '(^|/)index\\.tsx?$', pathNot: 'node_modules' },
    ),
    forbid(
      'folders-with-a-purpose',
      'A folder is named for what is in it.',
      {},
      { path: '/(utils|helpers|common|shared|core)/', pathNot: 'node_modules' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', 'routeTree\\.gen\\.ts$'] },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
