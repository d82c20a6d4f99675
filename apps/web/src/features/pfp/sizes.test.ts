import { expect, test } from 'vitest';
import { exportSides } from './sizes.ts';

test.each([
  [80, [500]],
  [500, [500]],
  [501, [500, 501]],
  [1280, [500, 1280]],
  [6000, [500, 2048]],
])('a photo of %i can be saved at %j', (side, sides) => {
  expect(exportSides(side)).toEqual(sides);
});
