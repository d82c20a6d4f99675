import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centredSquare,
  exportSides,
  frameHalf,
  handlesOf,
  type Overlay,
  pick,
  wrapDegrees,
} from './geometry.ts';

const hat: Overlay = {
  id: 1,
  art: 'hat-1-santa-classic',
  x: 250,
  y: 250,
  scale: 0.5,
  rotation: 0,
  flipped: false,
};
const robin: Overlay = { ...hat, id: 2, art: 'helper-5-robin', x: 300 };
const nothing = { selectedId: undefined, reach: 10 };

test.each([
  [400, 200, { x: 100, y: 0, side: 200 }],
  [200, 401, { x: 0, y: 100, side: 200 }],
  [1, 1, { x: 0, y: 0, side: 1 }],
])('the middle square of %i × %i', (width, height, square) => {
  expect(centredSquare(width, height)).toEqual(square);
});

test('the middle square lies within the picture, with at most a pixel more on one side than on the other', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const square = centredSquare(width, height);
      const [right, below] = [width - square.x - square.side, height - square.y - square.side];
      expect(square.side).toBe(Math.min(width, height));
      for (const [before, after] of [
        [square.x, right],
        [square.y, below],
      ] as const) {
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after - before === 0 || after - before === 1).toBe(true);
      }
    }),
  );
});

test('angles are kept within -180 to 180 and stay the same angle', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), (degrees) => {
      const wrapped = wrapDegrees(degrees);
      expect(Math.abs(wrapped)).toBeLessThanOrEqual(180);
      expect(Math.abs(wrapped - degrees) % 360).toBe(0);
    }),
  );
});

describe('picking', () => {
  test('picks the topmost overlay', () => {
    expect(pick([hat, robin], { x: 270, y: 250 }, nothing)).toEqual({ kind: 'move', id: 2 });
    expect(pick([robin, hat], { x: 270, y: 250 }, nothing)).toEqual({ kind: 'move', id: 1 });
    expect(pick([hat, robin], { x: 10, y: 10 }, nothing)).toBeUndefined();
  });

  test('prefers the handles of the selection', () => {
    const { corners, knob } = handlesOf(hat);
    for (const corner of corners) {
      expect(pick([hat, robin], corner, { ...nothing, selectedId: 1 })).toEqual({ kind: 'scale', id: 1 });
    }
    expect(pick([hat, robin], knob, { ...nothing, selectedId: 1 })).toEqual({ kind: 'rotate', id: 1 });
  });

  test('keeps every handle on the picture, wherever the overlay is', () => {
    const pose = fc.record({
      x: fc.integer({ min: 0, max: 500 }),
      y: fc.integer({ min: 0, max: 500 }),
      scale: fc.double({ min: 0.1, max: 1.5, noNaN: true }),
      rotation: fc.integer({ min: -180, max: 180 }),
    });
    fc.assert(
      fc.property(pose, (placed) => {
        const { corners, knob } = handlesOf(placed);
        for (const { x, y } of [...corners, knob]) {
          expect(x >= 12 && x <= 488 && y >= 12 && y <= 488).toBe(true);
        }
        expect(frameHalf(placed)).toBeGreaterThanOrEqual(30);
      }),
    );
  });
});

test.each([
  [80, [500]],
  [500, [500]],
  [501, [500, 501]],
  [1280, [500, 1280]],
  [6000, [500, 2048]],
])('a photo of %i can be saved at %j', (side, sides) => {
  expect(exportSides(side)).toEqual(sides);
});
