// `npm run audit [-- --registry URL] [--review-only] [--list]`: lists the shipped third-party packages, and checks
// that each direct dependency was reviewed and which vulnerabilities the registry reports. Exit code 0: no serious
// finding; 1: a serious vulnerability, or an outdated review; 2: the registry is unavailable, so vulnerabilities are
// unknown.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './files.mjs';

const FOUND = 1;
const NOT_ASKED = 2;
/** Fail fast without a network. */
const patience = ['--config.fetch-retries=0', '--config.fetch-timeout=20000'];
/** The workspaces that run in production; the others are tests, benchmarks and tools. */
const delivered = [
  'web',
  'gateway',
  'reports',
  'membership',
  'analytics',
  'chain-verifier',
  'embedded',
  'local-chain',
  'doctor',
];
const serious = ['high', 'critical'];

const { values: options } = parseArgs({
  options: {
    registry: { type: 'string' },
    reviewed: { type: 'string', default: 'infra/dev/checks/audit/reviewed-findings.json' },
    'review-only': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const graph = deliveredGraph();
console.log(`${graph.size} packages of others are delivered`);
if (options.list) for (const [id, by] of graph) console.log(`${id}  ${[...by].join(', ')}`);

const reviewed = readReviewed(options.reviewed);
const outdated = [...staleReviews(reviewed, graph), ...missingRows()];
for (const problem of outdated) console.error(problem);
if (outdated.length > 0) process.exitCode = FOUND;
if (!options['review-only']) tell(await askRegistry(options.registry));

function tell(answer) {
  if (answer.reason) {
    console.error(
      `NOT ASKED: known vulnerabilities, because ${answer.reason}. This says nothing about whether there are any.`,
    );
    process.exitCode ??= NOT_ASKED;
    return;
  }
  for (const finding of answer.findings) {
    const review = reviewed.find(({ advisory, id }) => advisory === finding.advisory && id === finding.id);
    const by = [...(graph.get(finding.id) ?? ['tests and tools only'])].join(', ');
    const line = `${finding.severity}: ${finding.id} (${by}): ${finding.title} ${finding.url}`;
    console.log(review ? `${line}\n  reviewed: ${review.reason}` : line);
    if (!review && graph.has(finding.id) && serious.includes(finding.severity)) process.exitCode = FOUND;
  }
  const left = process.exitCode === FOUND ? 'see above' : 'nothing high or critical is left unreviewed';
  console.log(`asked: ${answer.findings.length} known vulnerabilities, ${left}`);
}

/** Accepted vulnerabilities, each with the reviewed version and the reason: `{ advisory, id, severity, reason }`. */
function readReviewed(file) {
  return JSON.parse(readFileSync(resolve(root, file), 'utf8'));
}

/** A review applies to one version and is stale once that version is gone. */
function staleReviews(reviewed, graph) {
  return reviewed.flatMap(({ advisory, id, reason }) => {
    if (!reason) return [`${advisory} on ${id} is reviewed without a reason`];
    return graph.has(id)
      ? []
      : [`${advisory} was reviewed for ${id}, which is not delivered any more: judge it anew`];
  });
}

/** Direct dependencies that `infra/dev/checks/audit/dependencies.tsv` lacks, or lists with another version. */
function missingRows() {
  const [, ...rows] = readFileSync(join(root, 'infra/dev/checks/audit/dependencies.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const known = new Map(rows.map((row) => row.split('\t')).map(([name, version]) => [name, version]));
  return Object.entries(directDependencies())
    .filter(([name, version]) => known.get(name) !== version)
    .map(([name, version]) => `infra/dev/checks/audit/dependencies.tsv lacks ${name} ${version}`);
}

function directDependencies() {
  const { code, stdout, stderr } = pnpm('list', '--recursive', '--prod', '--depth', '0', '--json');
  if (code !== 0) throw new Error(`pnpm list: ${stderr}`);
  const parts = new Set(delivered.map((part) => `@naughty-list/${part}`));
  const packages = JSON.parse(stdout).filter(
    ({ name, path }) => parts.has(name) || path.includes('/packages/'),
  );
  const named = packages
    .filter(({ name }) => name !== '@naughty-list/test-kit')
    .flatMap(({ dependencies = {} }) => Object.entries(dependencies));
  return Object.fromEntries(
    named
      .filter(([name]) => !name.startsWith('@naughty-list/'))
      .map(([name, { version }]) => [name, version]),
  );
}

/** Every third-party package in the production graph, as `name@version`, with the workspaces that depend on it. */
function deliveredGraph() {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  try {
    const format = ['--sbom-format', 'cyclonedx', '--lockfile-only', '--prod', '--split'];
    const { code, stderr } = pnpm('sbom', ...format, '--out', join(folder, '%s.json'));
    if (code !== 0) throw new Error(`pnpm sbom: ${stderr}`);
    const graph = new Map();
    for (const part of delivered) for (const id of componentsIn(folder, part)) add(graph, id, part);
    return new Map([...graph].sort(([one], [other]) => (one < other ? -1 : 1)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function componentsIn(folder, part) {
  const file = readdirSync(folder).find((name) => name === `naughty-list-${part}.json`);
  if (!file) throw new Error(`pnpm sbom tells nothing of ${part}`);
  const { components = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return components
    .map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
    .filter((id) => !id.startsWith('@naughty-list/'));
}

function add(graph, id, part) {
  const parts = graph.get(id) ?? new Set();
  graph.set(id, parts.add(part));
}

/**
 * Queries the registry's bulk advisory endpoint through `pnpm audit`. Returns `findings`, one per package version, or
 * the `reason` for a failure: a failed query is never an empty list.
 */
async function askRegistry(registry) {
  const where = registry ? [`--config.registry=${registry}`] : [];
  const { stdout, stderr } = pnpm('audit', '--prod', '--json', ...patience, ...where);
  const report = parse(stdout);
  if (!report?.advisories || !report.metadata?.totalDependencies)
    return { reason: inOneLine(stderr || stdout) };
  return { findings: Object.values(report.advisories).flatMap(findingsOf) };
}

function findingsOf({ module_name: name, findings, ...rest }) {
  const { severity, title, url, github_advisory_id: advisory } = rest;
  return findings.map(({ version }) => ({ id: `${name}@${version}`, severity, title, url, advisory }));
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** pnpm's boxed output as one line, without the registry's URL. */
function inOneLine(text) {
  const words = text.replace(/[│×╰╭─▶]/g, ' ').replace(/\(at https?:[^)]*\)/, '');
  return (
    words
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[.:]+$/, '') || 'pnpm audit said nothing'
  );
}

/** Runs the workspace's own pnpm in the repository. */
function pnpm(...args) {
  const program = join(root, 'node_modules', '.bin', 'pnpm');
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout: stdout ?? '', stderr: error ? error.message : stderr };
}
