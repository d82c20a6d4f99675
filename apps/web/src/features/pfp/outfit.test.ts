import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placedPose, resetPose } from './geometry.ts';
import { changeOutfit, emptyHistory, type OutfitAction, type OutfitHistory, selectedOf } from './outfit.ts';
import { type ArtId, wardrobe } from './wardrobe.ts';

const HAT = 'hat-1-santa-classic';
const OTHER_HAT = 'hat-4-antlers';
const HELPER = 'helper-5-robin';

const after = (actions: readonly OutfitAction[], from: OutfitHistory = emptyHistory): OutfitHistory =>
  actions.reduce(changeOutfit, from);
const add = (art: ArtId): OutfitAction => ({ type: 'add', art });
const moveTo = (id: number, x: number, stroke = `to ${x}`): OutfitAction => ({
  type: 'pose',
  id,
  pose: { x },
  stroke,
});
const worn = ({ now }: OutfitHistory) => now.overlays.map(({ art }) => art);

test('a chosen piece lies in the middle, a third of the way down, and is selected', () => {
  const { now } = after([add(HAT)]);
  expect(now.overlays).toEqual([
    { id: 1, art: HAT, x: 250, y: 167, scale: 0.5, rotation: 0, flipped: false },
  ]);
  expect(selectedOf(now)?.art).toBe(HAT);
});

test('trying on one hat after the other wears one hat; a double press wears one, too', () => {
  expect(worn(after([add(HAT), add(OTHER_HAT)]))).toEqual([OTHER_HAT]);
  const twice = after([add(HAT), add(HAT)]);
  expect(worn(twice)).toEqual([HAT]);
  expect(twice.past).toHaveLength(1);
});

test('a hat that was moved stays, and so does a hat when a helper comes', () => {
  expect(worn(after([add(HAT), moveTo(1, 100), add(OTHER_HAT)]))).toEqual([HAT, OTHER_HAT]);
  expect(worn(after([add(HAT), add(HELPER)]))).toEqual([HAT, HELPER]);
  expect(worn(after([add(HAT), { type: 'flip' }, add(HAT)]))).toEqual([HAT, HAT]);
});

test('reset puts the selected piece at 250, 100, half its size, upright', () => {
  const pose = { x: 3, y: 4, scale: 1.2, rotation: 90 };
  const { now } = after([
    add(HAT),
    { type: 'pose', id: 1, pose, stroke: 'a' },
    { type: 'flip' },
    { type: 'reset' },
  ]);
  expect(now.overlays[0]).toMatchObject({ x: 250, y: 100, scale: 0.5, rotation: 0, flipped: false });
  expect(resetPose).toEqual({ x: 250, y: 100, scale: 0.5, rotation: 0 });
});

test('forward and backward change the order by one, and end at the ends', () => {
  const both = after([add(HAT), add(HELPER)]);
  expect(worn(after([{ type: 'lower' }], both))).toEqual([HELPER, HAT]);
  expect(after([{ type: 'raise' }], both)).toBe(both);
  expect(worn(after([{ type: 'lower' }, { type: 'raise' }], both))).toEqual([HAT, HELPER]);
});

test('what is deleted is gone, and the piece on top is selected next', () => {
  const { now } = after([add(HAT), add(HELPER), { type: 'remove' }]);
  expect(now.overlays.map(({ art }) => art)).toEqual([HAT]);
  expect(now.selectedId).toBe(1);
});

test('undoes the poses of one stroke at once, and no others', () => {
  const moved = after([add(HAT), moveTo(1, 10, 'a'), moveTo(1, 20, 'a'), moveTo(1, 30, 'b')]);
  const back = after([{ type: 'undo' }], moved);
  expect(back.now.overlays[0]?.x).toBe(20);
  expect(after([{ type: 'undo' }], back).now.overlays[0]?.x).toBe(placedPose.x);
  expect(after([{ type: 'undo' }, { type: 'redo' }], moved).now).toEqual(moved.now);
});

test('a new step forgets what could have been redone; selecting does not', () => {
  const undone = after([add(HAT), add(HELPER), { type: 'undo' }]);
  expect(after([{ type: 'select', id: undefined }], undone).future).toHaveLength(1);
  expect(after([moveTo(1, 5)], undone).future).toHaveLength(0);
});

test('nothing selected: nothing changes, and there is nothing to undo', () => {
  const unselected = after([add(HAT), { type: 'select', id: undefined }]);
  for (const type of ['reset', 'flip', 'raise', 'lower', 'remove'] as const) {
    expect(after([{ type }], unselected)).toBe(unselected);
  }
});

const arts = [...wardrobe.hats, ...wardrobe.helpers].map(({ id }) => id);
const anyAction: fc.Arbitrary<OutfitAction> = fc.oneof(
  fc.record({ type: fc.constant('add' as const), art: fc.constantFrom(...arts) }),
  fc.record({ type: fc.constantFrom('reset', 'flip', 'raise', 'lower', 'remove', 'undo', 'redo') }),
  fc.record({ type: fc.constant('select' as const), id: fc.option(fc.nat(5), { nil: undefined }) }),
  fc.record({
    type: fc.constant('pose' as const),
    id: fc.nat(5),
    pose: fc.record({
      x: fc.double({ noNaN: true }),
      scale: fc.double({ noNaN: true }),
      rotation: fc.nat(720),
    }),
    stroke: fc.constantFrom('a', 'b', 'c'),
  }),
);

test('whatever is done: all of it can be undone and redone, and no piece leaves the picture or its limits', () => {
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 60 }), (actions) => {
      const end = after(actions);
      for (const { x, y, scale, rotation } of end.now.overlays) {
        expect(x >= 0 && x <= 500 && y >= 0 && y <= 500).toBe(true);
        expect(scale >= 0.1 && scale <= 1.5).toBe(true);
        expect(rotation >= -180 && rotation <= 180).toBe(true);
      }
      const ids = end.now.overlays.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const steps = end.past.length;
      const start = after(Array<OutfitAction>(steps).fill({ type: 'undo' }), end);
      expect(start.now.overlays).toEqual([]);
      const again = after(Array<OutfitAction>(steps).fill({ type: 'redo' }), start);
      expect(again.now.overlays).toEqual(end.now.overlays);
    }),
  );
});
