// Who may import whom. The default is no: a part imports what its package.json names and nothing else of ours. `allowed` adds the
// few arrows that no package.json draws; `forbidden` draws the finer lines within a part. `$1` is what the brackets in `from`
// matched: "the same service", "the same feature".
const { globSync, readFileSync } = require('node:fs');
const { dirname } = require('node:path');

const npm = (...names) => `node_modules/(${names.join('|')})/`;
const anyNpm = 'node_modules/';
const tests = '(/test/|\\.test\\.tsx?$)';
const product = '^(apps|services|packages)/';
const testKit = '^packages/test-kit/';
const embedded = '^infra/dev/embedded/';
const web = '^apps/web/';

const allow = (from, ...paths) => ({ from: { path: from }, to: { path: paths } });
const allowNode = (from) => ({ from: { path: from }, to: { dependencyTypes: ['core'] } });
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

const parts = globSync('{{apps,packages,services}/*,infra/*/*}/package.json').map((file) => ({
  folder: `^${dirname(file)}`,
  ...JSON.parse(readFileSync(file, 'utf8')),
}));
/** What a part imports; what it needs for its development, only its tests, and what is itself no product. */
const declared = parts.flatMap(({ folder, dependencies = {}, devDependencies = {} }) => {
  const foldersOf = (names) => parts.filter(({ name }) => name in names).map((part) => `${part.folder}/`);
  const developing = folder.startsWith('^infra') ? `${folder}/` : `${folder}.*${tests}`;
  return [
    allow(`${folder}/`, `${folder}/`, anyNpm, ...foldersOf(dependencies)),
    allow(developing, `${folder}/`, ...foldersOf(devDependencies)),
  ];
});

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
    ...declared,
    allowNode('^(services|infra)/'),
    allowNode('^packages/(service-kit|payment-flow|ledger|test-kit|artwork)/'),
    allowNode('^apps/web/[^/]+\\.ts$'),
    allowNode(tests),
    // Made of the contracts by a plugin of the build.
    allow(web, '^virtual:endpoints/'),
    // Backups and moves copy what the services keep, one process holds every service, and the log is checked as a stranger does.
    allow(
      `${embedded}(src/(backup/|all-services|first-admin|setting-names)|test/)`,
      '^packages/service-kit/src/',
    ),
    allow(`${embedded}src/(all-services|first-admin|setting-names)\\.ts$`, '^services/[^/]+/src/'),
    allow(`${embedded}test/`, '^packages/(ledger|test-kit)/'),
    // Commands, which run before packages are installed, and checks.
    allow('^infra/dev/(bootstrap|checks)[/.]', '^infra/dev/(bootstrap|checks)/'),
    allow('^infra/dev/checks/count', embedded, '^packages/service-kit/src/'),
    // Accounts, case codes and verdicts of the release before are taken over.
    allow('^infra/dev/migrations/test/', '^services/(gateway|reports|chain-verifier)/src/'),
    // A deadline passes as the service would have written it, offers expire with their codes.
    allow('^infra/lab/attacks/', '^services/reports/test/past-operations', '^packages/service-kit/src/'),
    allow('^infra/lab/screens/', '^packages/(service-kit/src|payment-flow/test)/'),
  ],
  forbidden: [
    // A cycle has no beginning to read from.
    forbid('no-cycles', {}, { circular: true }),
    // What a plugin of the build makes is found by the build and by the compiler.
    // Every import leads somewhere.
    forbid('resolvable', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
    // What a part imports stands in its own package.json.
    forbid('declared', { pathNot: '^[^/]+$' }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
    // What the product needs is no dependency of its development.
    forbid(
      'delivered',
      { path: '^(services|packages)/[^/]+/src/', pathNot: [tests, testKit, '^packages/artwork/'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    // A page checks a receipt without the server; the rest of the ledger stays out of it.
    forbid('receipts-only', { path: web }, { path: '^packages/ledger/', pathNot: 'src/leaf-receipt\\.ts$' }),
    // Product code knows neither tests nor what is made for them.
    forbid(
      'tests-are-not-product',
      { path: product, pathNot: [tests, testKit] },
      { path: [tests, testKit, '^infra/'] },
    ),
    // What proves the product is no part of it: only the lab imports from the lab, tests included.
    forbid('nothing-from-the-lab', { pathNot: '^infra/lab/' }, { path: '^infra/lab/' }),
    // Routes and jobs use nouns and the context.
    forbid(
      'doors-know-nouns-only',
      { path: '^services/[^/]+/src/(routes|jobs)/', pathNot: tests },
      { path: '^services/[^/]+/src/(main|config)\\.ts$' },
    ),
    // What both need is a verb of a noun.
    forbid(
      'routes-and-jobs-apart',
      { path: '^services/[^/]+/src/(routes|jobs)/', pathNot: tests },
      { path: '^services/[^/]+/src/(routes|jobs)/', pathNot: '^services/[^/]+/src/$1/' },
    ),
    // Nouns know contracts and the database, never the web, the queue, or the environment.
    forbid(
      'nouns-know-no-doors',
      { path: nouns, pathNot: tests },
      {
        path: [
          npm('fastify', 'bullmq'),
          '^services/[^/]+/src/(routes|jobs)/',
          '^services/[^/]+/src/(main|config)\\.ts$',
        ],
      },
    ),
    ...gatewayParts.map((part, index) =>
      // Parts of the gateway import only parts that are listed after them.
      forbid(
        'gateway-one-way',
        { path: part, pathNot: tests },
        { path: gateway, pathNot: gatewayParts.slice(index) },
      ),
    ),
    ...reportsWings.slice(1).map((wing, index) =>
      // Wings of reports import only wings that are listed after them.
      forbid('reports-one-way', { path: wing, pathNot: tests }, { path: reportsWings.slice(0, index + 1) }),
    ),
    // Visits and the queue dashboard are known to the service alone.
    forbid(
      'gateway-parts-apart',
      { path: gateway, pathNot: [`${gateway}(service\\.ts$|visits/|queues-dashboard/)`] },
      { path: `${gateway}(visits|queues-dashboard)/` },
    ),
    // A verdict depends on the evidence and the demand alone.
    forbid(
      'verdicts-are-pure',
      { path: '^services/chain-verifier/src/verdicts/', pathNot: tests },
      {
        pathNot: [
          '^packages/contracts/',
          '^services/chain-verifier/src/(verdicts/|evidence/|chain/(facts|programs)\\.ts$)',
        ],
      },
    ),
    // chain/rpc.ts alone speaks to Solana.
    forbid(
      'one-solana-client',
      { path: '^services/', pathNot: [tests, '^services/chain-verifier/src/chain/rpc\\.ts$'] },
      { path: npm('@solana/web3\\.js') },
    ),
    // Of the services, the chain verifier alone knows what a transaction is made of.
    forbid(
      'one-who-builds-payments',
      { path: '^services/', pathNot: [tests, '^services/chain-verifier/'] },
      { path: '^packages/payment-transactions/' },
    ),
    // A feature of the web app uses ui, lib, contracts and the client, never another feature.
    forbid(
      'features-apart',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/(features|routes)/', pathNot: '^apps/web/src/features/$1/' },
    ),
    // Pieces of the look know no feature and no server.
    forbid('ui-is-dumb', { path: '^apps/web/src/(ui|lib)/' }, { path: '^apps/web/src/(features|routes)/' }),
    // Import the file itself.
    forbid(
      'no-barrels',
      { pathNot: 'node_modules' },
      { path: '(^|/)index\\.tsx?$', pathNot: 'node_modules' },
    ),
    // A folder is named for what is in it.
    forbid(
      'folders-with-a-purpose',
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
