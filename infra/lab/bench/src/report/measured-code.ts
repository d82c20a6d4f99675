import { spawnSync } from 'node:child_process';

/** The measured code: its commit, and whether the work tree was clean. */
export type MeasuredCode = { commit: string; clean: boolean };

/** Files written by the bench itself do not count as changes. */
const WRITTEN = ['docs/benchmarks.md'];

/** The code in a folder; undefined outside a git work tree, as in an unpacked release. */
export function measuredCode(root: string): MeasuredCode | undefined {
  const git = (...words: string[]) => {
    const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const changed = git(
    '--no-optional-locks',
    'status',
    '--porcelain',
    '--',
    '.',
    ...WRITTEN.map((path) => `:(exclude)${path}`),
  );
  return commit && changed !== undefined ? { commit, clean: changed === '' } : undefined;
}

export const describeCode = ({ commit, clean }: MeasuredCode): string =>
  `commit ${commit}${clean ? '' : ' with changes that are not in it'}`;
