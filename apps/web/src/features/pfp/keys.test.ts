import { expect, test } from 'vitest';
import { actionForKey, poseForKey } from './keys.ts';

const pose = { x: 250, y: 167, scale: 0.5, rotation: 0 };

test.each([
  ['ArrowLeft', false, { x: 248 }],
  ['ArrowRight', true, { x: 270 }],
  ['ArrowUp', false, { y: 165 }],
  ['ArrowDown', true, { y: 187 }],
  ['+', true, { scale: 0.55 }],
  ['=', false, { scale: 0.55 }],
  ['-', false, { scale: 0.45 }],
  ['[', false, { rotation: -5 }],
  [']', false, { rotation: 5 }],
  ['a', false, undefined],
])('%s (with Shift: %s) changes %j', (key, isLong, changed) => {
  expect(poseForKey(key, isLong, pose)).toEqual(changed);
});

test.each([
  ['Delete', { type: 'remove' }],
  ['Backspace', { type: 'remove' }],
  ['f', { type: 'flip' }],
  ['PageUp', { type: 'raise' }],
  ['PageDown', { type: 'lower' }],
  ['Escape', { type: 'select', id: undefined }],
  ['Tab', undefined],
])('%s does %j', (key, action) => {
  expect(actionForKey(key)).toEqual(action);
});
