import { type PointerEvent, useRef, useState } from 'react';
import {
  CANVAS_SIDE,
  clampPose,
  clampScale,
  distance,
  type Grip,
  type Overlay,
  type Point,
  type Pose,
  pick,
  turned,
} from './geometry.ts';
import { newStroke, type OutfitEditor } from './outfit.ts';

/** Hit radius of a handle, in CSS pixels. */
const MOUSE_REACH_PX = 12;
const FINGER_REACH_PX = 24;

type Movement = { id: number; gesture: Gesture; stroke: string };

/**
 * Pointer input of the stage: the first pointer drags what it hits; a second one moves, scales and rotates the
 * selection. `hold` is what moves, or would move on a press.
 */
export function useStagePointers({ overlays, selected, change }: OutfitEditor) {
  const fingers = useRef(new Map<number, Point>());
  const movement = useRef<Movement | undefined>(undefined);
  const [hold, setHold] = useState<Grip['kind'] | undefined>();
  const [isMoving, setIsMoving] = useState(false);

  const gripAt = (event: PointerEvent, point: Point): Grip | undefined => {
    const px = event.pointerType === 'mouse' ? MOUSE_REACH_PX : FINGER_REACH_PX;
    const reach = (px * CANVAS_SIDE) / event.currentTarget.clientWidth;
    return pick(overlays, point, { selectedId: selected?.id, reach });
  };

  const begin = (overlay: Overlay, kind: Grip['kind'], stroke: string): void => {
    const [first, second] = [...fingers.current.values()];
    if (!first) return;
    const gesture: Gesture = second
      ? { kind: 'pinch', from: overlay, at: [first, second] }
      : { kind, from: overlay, at: first };
    movement.current = { id: overlay.id, gesture, stroke };
    setIsMoving(true);
  };

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || fingers.current.size === 2) return;
    const point = pointOf(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, point);
    if (fingers.current.size === 2) {
      const carried = overlays.find(({ id }) => id === movement.current?.id) ?? selected ?? overlays.at(-1);
      if (!carried) return;
      change({ type: 'select', id: carried.id });
      begin(carried, 'move', newStroke());
      return;
    }
    const grip = gripAt(event, point);
    setHold(grip?.kind);
    const held = overlays.find(({ id }) => id === grip?.id);
    if (held?.id !== selected?.id && (held || event.pointerType === 'mouse')) {
      change({ type: 'select', id: held?.id });
    }
    if (grip && held) begin(held, grip.kind, newStroke());
  };

  const move = (event: PointerEvent<HTMLElement>) => {
    const point = pointOf(event);
    if (!fingers.current.has(event.pointerId)) {
      if (event.pointerType === 'mouse') setHold(gripAt(event, point)?.kind);
      return;
    }
    fingers.current.set(event.pointerId, point);
    if (!movement.current) return;
    const { id, gesture, stroke } = movement.current;
    change({ type: 'pose', id, stroke, pose: poseAfter(gesture, [...fingers.current.values()]) });
  };

  const up = (event: PointerEvent<HTMLElement>) => {
    if (!fingers.current.delete(event.pointerId)) return;
    const going = movement.current;
    movement.current = undefined;
    setIsMoving(false);
    // One of two pointers was lifted: continue as a drag with the other.
    const carried = overlays.find(({ id }) => id === going?.id);
    if (fingers.current.size === 1 && going && carried) begin(carried, 'move', going.stroke);
    else if (!going && event.type === 'pointerup') change({ type: 'select', id: undefined });
  };

  return {
    handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up },
    hold,
    isMoving,
  };
}

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return {
    x: ((event.clientX - left) / width) * CANVAS_SIDE,
    y: ((event.clientY - top) / height) * CANVAS_SIDE,
  };
}

/** A gesture in progress: its kind, and the start pose and pointers. */
export type Gesture =
  | { kind: 'move' | 'scale' | 'rotate'; from: Pose; at: Point }
  | { kind: 'pinch'; from: Pose; at: readonly [Point, Point] };

/** The pose for the pointers now at `points`. */
export function poseAfter(gesture: Gesture, [first, second]: readonly Point[]): Pose {
  const { kind, from, at } = gesture;
  if (!first) return from;
  switch (kind) {
    case 'move':
      return clampPose({ ...from, x: from.x + first.x - at.x, y: from.y + first.y - at.y });
    case 'scale':
      return clampPose({
        ...from,
        scale: from.scale * ratio(distance(first, from), distance(at, from)),
      });
    case 'rotate':
      return clampPose({ ...from, rotation: from.rotation + angle(from, first) - angle(from, at) });
    case 'pinch':
      return second ? pinched(from, at, [first, second]) : from;
  }
}

/** Two-pointer move, scale and rotate: the point between the fingers stays between them. */
function pinched(from: Pose, start: readonly [Point, Point], now: readonly [Point, Point]): Pose {
  const scale = clampScale(from.scale * ratio(distance(...now), distance(...start)));
  const rotation = from.rotation + angle(...now) - angle(...start);
  const [before, after] = [middle(...start), middle(...now)];
  const arm = turned({ x: from.x - before.x, y: from.y - before.y }, rotation - from.rotation);
  const grown = scale / from.scale;
  return clampPose({ x: after.x + arm.x * grown, y: after.y + arm.y * grown, scale, rotation });
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const angle = (from: Point, to: Point) => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
/** Pointers at one spot have no ratio: keep the size. */
const ratio = (now: number, start: number) => (start < 1 ? 1 : now / start);
