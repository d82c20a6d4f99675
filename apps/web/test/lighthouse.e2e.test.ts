import { expect, inject, test } from 'vitest';
import type {} from './build-web.ts';
import { lighthouseBudget } from './speed/budget.ts';
import { startLitStack } from './speed/lit-stack.ts';
import { type Measured, runLighthouse } from './speed/run-lighthouse.ts';

const LOOKS = 3;
const { largestPaintMs, blockedMs } = lighthouseBudget;

// Blocked time by the processor, not by the clock, and the best of a few looks: other tests run beside this one. What the
// clock says on a machine with nothing else to do, `npm run lighthouse` measures.
const isInTime = (look: Measured) => look.largestPaintMs <= largestPaintMs && look.busyMs <= blockedMs;

test('on a slow phone / is painted and listens in time; it is accessible, good practice, found by search engines, and still', async () => {
  const stack = await startLitStack(inject('webRoot'));
  try {
    const looks: Measured[] = [];
    while (!looks.some(isInTime) && looks.length < LOOKS) looks.push(await runLighthouse(stack.url));
    for (const { scores, layoutShift, complaints } of looks) {
      expect(complaints).toEqual([]);
      expect({ ...scores, performance: undefined }).toEqual({
        accessibility: 100,
        'best-practices': 100,
        seo: 100,
      });
      expect(layoutShift).toBe(lighthouseBudget.layoutShift);
    }
    expect(looks.filter(isInTime), JSON.stringify(looks)).toHaveLength(1);
  } finally {
    await stack.stop();
  }
});
