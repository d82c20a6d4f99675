import { expect, inject, test } from 'vitest';
import type {} from './build-web.ts';
import { lighthouseBudget } from './speed/budget.ts';
import { startLighthouseStack } from './speed/lighthouse-stack.ts';
import { runLighthouse } from './speed/run-lighthouse.ts';

// Times are checked by `npm run lighthouse`, on an otherwise idle machine.
test('on a slow phone / is accessible, good practice, found by search engines, small, and still', async () => {
  const stack = await startLighthouseStack(inject('webRoot'));
  try {
    const { scores, layoutShift, scriptBytes, requests, complaints } = await runLighthouse(stack.url);
    expect(complaints).toEqual([]);
    expect({ ...scores, performance: undefined }).toEqual({
      accessibility: 100,
      'best-practices': 100,
      seo: 100,
    });
    expect(layoutShift).toBe(lighthouseBudget.layoutShift);
    expect(scriptBytes).toBeLessThanOrEqual(lighthouseBudget.scriptBytes);
    expect(requests).toBeLessThanOrEqual(lighthouseBudget.requests);
  } finally {
    await stack.stop();
  }
});
