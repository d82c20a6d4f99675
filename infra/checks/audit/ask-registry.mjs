import { pnpm } from './pnpm.mjs';

/** A build must not hang where there is no network. */
const patience = ['--config.fetch-retries=0', '--config.fetch-timeout=20000'];

/**
 * Asks the registry's bulk advisory endpoint through `pnpm audit`. Answers `findings`, one per package version, or the `reason`
 * why there is no answer: never an empty list for a registry that did not give one.
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

/** What pnpm draws in a box, without the box and without the registry's address. */
function inOneLine(text) {
  const words = text.replace(/[│×╰╭─▶]/g, ' ').replace(/\(at https?:[^)]*\)/, '');
  return (
    words
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[.:]+$/, '') || 'pnpm audit said nothing'
  );
}
