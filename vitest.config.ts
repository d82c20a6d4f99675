import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const endToEnd = ['apps/web/test/**/*.e2e.test.ts', 'infra/embedded/test/**/*.test.ts'];

const minute = 60_000;

export default defineConfig({
  test: {
    globalSetup: ['packages/test-kit/src/global-setup.ts'],
    maxWorkers: Math.min(4, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit+service',
          include: [
            'apps/**/*.test.ts',
            'packages/**/*.test.ts',
            'services/**/*.test.ts',
            'infra/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...endToEnd],
          testTimeout: minute,
          hookTimeout: 2 * minute,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'end-to-end',
          include: endToEnd,
          exclude: ['**/node_modules/**'],
          // Each of these starts a whole stack or a browser: one after another, and after everything else.
          fileParallelism: false,
          testTimeout: 5 * minute,
          hookTimeout: 5 * minute,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
