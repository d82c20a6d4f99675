import { pnpm } from './pnpm.mjs';

/** Fail fast without a network. */
const patience = ['--config.fetch-retries=0', '--config.fetch-timeout=20000'];

/**
 * Queries the registry's bulk advisory endpoint through `pnpm audit`. Returns `findings`, one per package version, or
 * the `reason` for a failure: a failed query is never an empty list.
 */
export async function askRegistry(registry) {
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
