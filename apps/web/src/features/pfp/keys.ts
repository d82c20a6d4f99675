import { type Pose, rotationRange, sizeRange } from './geometry.ts';
import type { OutfitAction } from './outfit.ts';

const LONG = 10;

/** The part of the pose that a key changes, and by how much. */
const steps = new Map<string, readonly [part: keyof Pose, by: number]>([
  ['ArrowLeft', ['x', -2]],
  ['ArrowRight', ['x', 2]],
  ['ArrowUp', ['y', -2]],
  ['ArrowDown', ['y', 2]],
  ['+', ['scale', sizeRange.step]],
  ['=', ['scale', sizeRange.step]],
  ['-', ['scale', -sizeRange.step]],
  ['_', ['scale', -sizeRange.step]],
  ['[', ['rotation', -rotationRange.step]],
  ['{', ['rotation', -rotationRange.step]],
  [']', ['rotation', rotationRange.step]],
  ['}', ['rotation', rotationRange.step]],
]);

/** Pose change for a key, ten times as far if an arrow's step `isLong`; undefined for other keys. */
export function poseForKey(key: string, isLong: boolean, pose: Pose): Partial<Pose> | undefined {
  const [part, by] = steps.get(key) ?? [];
  if (!part || !by) return undefined;
  return { [part]: pose[part] + by * (isLong && key.startsWith('Arrow') ? LONG : 1) };
}

const actions = new Map<string, OutfitAction>([
  ['f', { type: 'flip' }],
  ['F', { type: 'flip' }],
  ['PageUp', { type: 'raise' }],
  ['PageDown', { type: 'lower' }],
  ['Delete', { type: 'remove' }],
  ['Backspace', { type: 'remove' }],
  ['Escape', { type: 'select', id: undefined }],
]);

/** Action other than a move for a key; undefined for other keys. */
export const actionForKey = (key: string): OutfitAction | undefined => actions.get(key);
