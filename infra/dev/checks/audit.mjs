// `npm run audit [-- --registry URL] [--review-only] [--list]`: lists the shipped third-party packages, and checks
// that each direct dependency was reviewed and which vulnerabilities the registry reports. Exit code 0: no serious
// finding; 1: a serious vulnerability, or an outdated review; 2: the registry is unavailable, so vulnerabilities are
// unknown.
import { parseArgs } from 'node:util';
import { askRegistry } from './audit/ask-registry.mjs';
import { deliveredGraph } from './audit/delivered-graph.mjs';
import { readReviewed, staleReviews } from './audit/reviewed.mjs';
import { missingRows } from './audit/table.mjs';

const FOUND = 1;
const NOT_ASKED = 2;
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
