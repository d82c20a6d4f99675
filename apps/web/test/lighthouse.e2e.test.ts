import { expect, inject, test } from 'vitest';
import type {} from './build-web.ts';
import { startLitStack } from './speed/lit-stack.ts';
import { runLighthouse } from './speed/run-lighthouse.ts';

// How fast the page is depends on what else the machine does: `npm run lighthouse` measures that.
test('Lighthouse finds nothing to complain of on /: accessible, good practice, found by search engines, and still', async () => {
  const stack = await startLitStack(inject('webRoot'));
  try {
    const { scores, layoutShift, complaints } = await runLighthouse(stack.url);
    expect(complaints).toEqual([]);
    expect({ ...scores, performance: undefined }).toEqual({
      accessibility: 100,
      'best-practices': 100,
      seo: 100,
    });
    expect(layoutShift).toBe(0);
  } finally {
    await stack.stop();
  }
});
