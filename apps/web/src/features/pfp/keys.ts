import type { OutfitAction } from './outfit.ts';
import { type Pose, rotationRange, sizeRange } from './overlay.ts';

const STEP = 2;
const LONG_STEP = 20;

/** Pose change for a key; undefined for other keys. */
export function poseForKey(key: string, isLong: boolean, pose: Pose): Partial<Pose> | undefined {
  const far = isLong ? LONG_STEP : STEP;
  switch (key) {
    case 'ArrowLeft':
      return { x: pose.x - far };
    case 'ArrowRight':
      return { x: pose.x + far };
    case 'ArrowUp':
      return { y: pose.y - far };
    case 'ArrowDown':
      return { y: pose.y + far };
    case '+':
    case '=':
      return { scale: pose.scale + sizeRange.step };
    case '-':
    case '_':
      return { scale: pose.scale - sizeRange.step };
    case '[':
    case '{':
      return { rotation: pose.rotation - rotationRange.step };
    case ']':
    case '}':
      return { rotation: pose.rotation + rotationRange.step };
    default:
      return undefined;
  }
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
export function actionForKey(key: string): OutfitAction | undefined {
  return actions.get(key);
}
