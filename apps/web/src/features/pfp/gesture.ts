import { distance, type Point, turned } from './geometry.ts';
import { CANVAS_SIDE, clampPose, clampScale, type Pose, wrapDegrees } from './overlay.ts';

/** A gesture in progress: its kind, and the start pose and pointers. */
export type Gesture =
  | { kind: 'move' | 'scale' | 'rotate'; from: Pose; at: Point }
  | { kind: 'pinch'; from: Pose; at: readonly [Point, Point] };

const MIDDLE = CANVAS_SIDE / 2;
/** Snap distance of a moved overlay to the middle line. */
const MIDDLE_PULL = 3;
/** Snap angle to multiples of 90°, in degrees. */
const UPRIGHT_PULL = 4;

/** The pose for the pointers now at `points`. */
export function poseAfter(gesture: Gesture, points: readonly Point[]): Pose {
  const [first, second] = points;
  if (!first) return gesture.from;
  switch (gesture.kind) {
    case 'move':
      return moved(gesture.from, gesture.at, first);
    case 'scale':
      return clampPose({
        ...gesture.from,
        scale: gesture.from.scale * ratio(distance(first, gesture.from), distance(gesture.at, gesture.from)),
      });
    case 'rotate': {
      const turn = angle(gesture.from, first) - angle(gesture.from, gesture.at);
      return clampPose({ ...gesture.from, rotation: pulledUpright(gesture.from.rotation + turn) });
    }
    case 'pinch':
      return second ? pinched(gesture.from, gesture.at, [first, second]) : gesture.from;
  }
}

function moved(from: Pose, start: Point, now: Point): Pose {
  const x = from.x + now.x - start.x;
  const isNearMiddle = Math.abs(x - MIDDLE) <= MIDDLE_PULL;
  return clampPose({ ...from, x: isNearMiddle ? MIDDLE : x, y: from.y + now.y - start.y });
}

/** Two-pointer move, scale and rotate: the point between the fingers stays between them. */
function pinched(from: Pose, start: readonly [Point, Point], now: readonly [Point, Point]): Pose {
  const scale = clampScale(from.scale * ratio(distance(...now), distance(...start)));
  const rotation = pulledUpright(from.rotation + angle(...now) - angle(...start));
  const [before, after] = [middle(...start), middle(...now)];
  const arm = turned({ x: from.x - before.x, y: from.y - before.y }, rotation - from.rotation);
  const grown = scale / from.scale;
  return clampPose({ x: after.x + arm.x * grown, y: after.y + arm.y * grown, scale, rotation });
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const angle = (from: Point, to: Point) => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
/** Pointers at one spot have no ratio: keep the size. */
const ratio = (now: number, start: number) => (start < 1 ? 1 : now / start);

function pulledUpright(degrees: number): number {
  const wrapped = wrapDegrees(degrees);
  const upright = Math.round(wrapped / 90) * 90;
  return Math.abs(wrapped - upright) <= UPRIGHT_PULL ? upright : wrapped;
}
