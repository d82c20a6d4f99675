// `npm run release -- 0.3.0`: gives the repository a version. Changelog, package.json and the images' names follow; it commits nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const files = {
  packageJson: 'package.json',
  /** The version that the panel shows and the API's document names. */
  gateway: 'services/gateway/package.json',
  changelog: 'CHANGELOG.md',
  compose: 'docker-compose.yml',
};
type Files = Record<keyof typeof files, string>;

/** The files with the next version in them. @throws Error with one line when there is nothing to release */
export function release(
  { packageJson, gateway, changelog, compose }: Files,
  next: string | undefined,
  day: string,
): Files {
  const { version } = JSON.parse(packageJson);
  const numbers = (text: string) => /^\d+\.\d+\.\d+$/.exec(text)?.[0].split('.').map(Number);
  const [was = [], now] = [numbers(version), numbers(next ?? '')];
  if (!now) throw new Error(`Usage: npm run release -- VERSION, a later one than ${version}`);
  const at = now.findIndex((number, index) => number !== was[index]);
  if (at < 0 || (now[at] ?? 0) < (was[at] ?? 0)) throw new Error(`${next} does not come after ${version}`);
  const [, unreleased = ''] = /\n## Unreleased\n([\s\S]*?)(?=\n## |$)/.exec(changelog) ?? [];
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has nothing under "Unreleased"');
  for (const part of ['### Upgrading', '### Going back'])
    if (!unreleased.includes(part)) throw new Error(`CHANGELOG.md lacks "${part}" under "Unreleased"`);
  const versioned = (text: string) => text.replace(`"version": "${version}"`, `"version": "${next}"`);
  const image = /(naughty-list(?:\/local-chain)?):\d+\.\d+\.\d+/g;
  return {
    packageJson: versioned(packageJson),
    gateway: versioned(gateway),
    changelog: changelog.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${next} — ${day}\n`),
    compose: compose.replace(image, `$1:${next}`),
  };
}

function main(next: string | undefined): void {
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '')
    throw new Error('Commit or put aside what is changed first');
  const before = Object.entries(files).map(([name, file]) => [name, readFileSync(join(root, file), 'utf8')]);
  const released = release(Object.fromEntries(before), next, new Date().toISOString().slice(0, 10));
  for (const name of Object.keys(files) as (keyof Files)[])
    writeFileSync(join(root, files[name]), released[name]);
  execFileSync('npm', ['run', 'verify', '--', '--checks-only'], { cwd: root, stdio: 'inherit' });
  console.log(`\nRun before the tag: .ci/run and .ci/run release. Then:
  git commit --all --message "Release ${next}" && git tag v${next} && git push --follow-tags`);
}

if (process.argv[1] === import.meta.filename)
  try {
    main(process.argv[2]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
