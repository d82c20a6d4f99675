// `npm run audit [-- --registry URL] [--review-only]`: checks that each direct dependency was reviewed, and which vulnerabilities
// the registry reports. Exit code 0: no serious finding; 1: a serious vulnerability, or an outdated review; 2: the registry is
// unavailable, so vulnerabilities are unknown.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './files.mjs';

const FOUND = 1;
const NOT_ASKED = 2;
/** Fail fast without a network. */
const patience = ['--config.fetch-retries=0', '--config.fetch-timeout=20000'];
/** Folders of what runs in production; the others are tests, benchmarks and tools. pnpm's reports have `__` for a slash. */
const delivered = /(apps|services|packages|dev)(\/|__)(?!test-kit|artwork|bootstrap|migrations)/;
const list = 'infra/dev/checks/audit/dependencies.tsv';

const { values: options } = parseArgs({
  options: {
    registry: { type: 'string' },
    reviewed: { type: 'string', default: 'infra/dev/checks/audit/reviewed-findings.json' },
    'review-only': { type: 'boolean', default: false },
  },
});

const read = (file) => readFileSync(resolve(root, file), 'utf8');
/** Accepted vulnerabilities, each with the reviewed version and the reason: `{ advisory, id, severity, reason }`. */
const reviewed = JSON.parse(read(options.reviewed));
const outdated = [...staleReviews(), ...missingRows()];
for (const problem of outdated) console.error(problem);
if (outdated.length > 0) process.exitCode = FOUND;
if (!options['review-only']) tell(askRegistry());

/** A review applies to one version and is stale once that version is gone. */
function staleReviews() {
  const lockfile = read('pnpm-lock.yaml');
  return reviewed.flatMap(({ advisory, id, reason }) => {
    if (!reason) return [`${advisory} on ${id} is reviewed without a reason`];
    return lockfile.includes(`  ${id}:`) || lockfile.includes(`  '${id}':`)
      ? []
      : [`${advisory} was reviewed for ${id}, which is not delivered any more: judge it anew`];
  });
}

/** Direct dependencies that the list lacks, or has with another version. */
function missingRows() {
  const rows = new Set(
    read(list)
      .split('\n')
      .map((row) => row.split('\t', 2).join(' ')),
  );
  const used = JSON.parse(pnpm('list', '--recursive', '--prod', '--depth', '0', '--json').stdout)
    .filter(({ path }) => delivered.test(path.slice(root.length)))
    .flatMap(({ dependencies = {} }) => Object.entries(dependencies))
    .filter(([name]) => !name.startsWith('@naughty-list/'))
    .map(([name, { version }]) => `${name} ${version}`);
  return [...new Set(used)].filter((row) => !rows.has(row)).map((row) => `${list} lacks ${row}`);
}

/** The findings of pnpm's report, one per package version; undefined for a failed query, which is never an empty list. */
function askRegistry() {
  const where = options.registry ? [`--config.registry=${options.registry}`] : [];
  const { stdout, stderr } = pnpm('audit', '--prod', '--json', ...patience, ...where);
  const { advisories, metadata } = stdout.startsWith('{') ? JSON.parse(stdout) : {};
  if (!advisories || !metadata?.totalDependencies) {
    const [reason] = /ERR_\w+/.exec(stderr + stdout) ?? ['pnpm audit said nothing'];
    console.error(
      `NOT ASKED: known vulnerabilities, because of ${reason}. This says nothing about whether there are any.`,
    );
    return undefined;
  }
  return Object.values(advisories).flatMap(({ findings, ...advisory }) =>
    findings.map(({ version, paths }) => ({ ...advisory, id: `${advisory.module_name}@${version}`, paths })),
  );
}

function tell(findings) {
  if (!findings) process.exitCode ??= NOT_ASKED;
  for (const { severity, id, title, url, github_advisory_id: advisory, paths } of findings ?? []) {
    const review = reviewed.find((one) => one.advisory === advisory && one.id === id);
    const isDelivered = paths.some((path) => delivered.test(path));
    const by = isDelivered ? paths.join(', ') : 'tests and tools only';
    console.log(`${severity}: ${id} (${by}): ${title} ${url}`);
    if (review) console.log(`  reviewed: ${review.reason}`);
    else if (isDelivered && ['high', 'critical'].includes(severity)) process.exitCode = FOUND;
  }
  const left = process.exitCode === FOUND ? 'see above' : 'nothing high or critical is left unreviewed';
  if (findings) console.log(`asked: ${findings.length} known vulnerabilities, ${left}`);
}

/** Runs the workspace's own pnpm in the repository. */
function pnpm(...args) {
  return spawnSync(join(root, 'node_modules', '.bin', 'pnpm'), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
}
