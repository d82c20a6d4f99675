import fc from 'fast-check';
import { expect, test } from 'vitest';
import { poseAfter } from './use-stage-pointers.ts';

const from = { x: 250, y: 167, scale: 0.5, rotation: 0 };

test('a drag carries the overlay as far as the finger goes, and not off the picture', () => {
  const drag = { kind: 'move', from, at: { x: 240, y: 160 } } as const;
  expect(poseAfter(drag, [{ x: 300, y: 200 }])).toEqual({ ...from, x: 310, y: 207 });
  expect(poseAfter(drag, [{ x: 9_000, y: -9_000 }])).toEqual({ ...from, x: 500, y: 0 });
});

test('a corner handle scales by its distance from the centre, within the limits', () => {
  const scale = { kind: 'scale', from, at: { x: 350, y: 167 } } as const;
  expect(poseAfter(scale, [{ x: 450, y: 167 }])).toEqual({ ...from, scale: 1 });
  expect(poseAfter(scale, [{ x: 250, y: 217 }])).toEqual({ ...from, scale: 0.25 });
  expect(poseAfter(scale, [{ x: 250, y: 167 }]).scale).toBe(0.1);
  expect(poseAfter(scale, [{ x: 5_000, y: 167 }]).scale).toBe(1.5);
});

test('the knob rotates about the centre', () => {
  const rotate = { kind: 'rotate', from, at: { x: 250, y: 20 } } as const;
  expect(poseAfter(rotate, [{ x: 350, y: 67 }]).rotation).toBe(45);
  expect(poseAfter(rotate, [{ x: 150, y: 67 }]).rotation).toBe(-45);
});

test('two fingers scale, rotate and move at once', () => {
  const at = [
    { x: 200, y: 167 },
    { x: 300, y: 167 },
  ] as const;
  const pinch = { kind: 'pinch', from, at } as const;
  expect(
    poseAfter(pinch, [
      { x: 150, y: 167 },
      { x: 350, y: 167 },
    ]),
  ).toEqual({ ...from, scale: 1 });
  expect(
    poseAfter(pinch, [
      { x: 250, y: 117 },
      { x: 250, y: 217 },
    ]),
  ).toEqual({ ...from, rotation: 90 });
  expect(
    poseAfter(pinch, [
      { x: 220, y: 187 },
      { x: 320, y: 187 },
    ]),
  ).toEqual({ ...from, x: 270, y: 187 });
});

test('fingers that return to their start change nothing', () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 500 }) });
  const pose = fc.record({
    x: fc.integer({ min: 0, max: 500 }),
    y: fc.integer({ min: 0, max: 500 }),
    scale: fc.integer({ min: 10, max: 150 }).map((value) => value / 100),
    rotation: fc.integer({ min: -180, max: 180 }),
  });
  fc.assert(
    fc.property(pose, point, point, (start, a, b) => {
      expect(poseAfter({ kind: 'pinch', from: start, at: [a, b] }, [a, b])).toEqual(start);
      for (const kind of ['move', 'scale', 'rotate'] as const) {
        expect(poseAfter({ kind, from: start, at: a }, [a])).toEqual(start);
      }
    }),
    // A hair beyond half a turn.
    {
      examples: [
        [
          { x: 0, y: 0, scale: 0.1, rotation: 180 },
          { x: 0, y: 2 },
          { x: 2, y: 405 },
        ],
      ],
    },
  );
});
