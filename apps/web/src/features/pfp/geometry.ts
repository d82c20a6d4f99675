import type { ArtId } from './wardrobe.ts';

/** Side of the canvas in its own units; positions use these units at every screen and file size. */
export const CANVAS_SIDE = 500;
/** Side of a piece of artwork at size 1, in canvas units. */
export const ART_SIDE = 512;

export const sizeRange = { min: 0.1, max: 1.5, step: 0.05 };
/** Degrees, clockwise. */
export const rotationRange = { min: -180, max: 180, step: 5 };

/** Centre, scale relative to the artwork's size, and rotation in degrees clockwise. */
export type Pose = { x: number; y: number; scale: number; rotation: number };

/** Default pose: centred, a third of the way down. */
export const placedPose: Pose = { x: 250, y: 167, scale: 0.5, rotation: 0 };
export const resetPose: Pose = { x: 250, y: 100, scale: 0.5, rotation: 0 };

export type Overlay = Pose & { id: number; art: ArtId; flipped: boolean };

/** Clamps a pose; the centre stays on the picture, so that no overlay gets lost. */
export function clampPose({ x, y, scale, rotation }: Pose): Pose {
  return {
    x: round(clamp(x, 0, CANVAS_SIDE), 1),
    y: round(clamp(y, 0, CANVAS_SIDE), 1),
    scale: round(clampScale(scale), 3),
    rotation: wrapDegrees(Math.round(rotation)) + 0,
  };
}

export function clampScale(scale: number): number {
  return clamp(scale, sizeRange.min, sizeRange.max);
}

/** Normalises an angle to [-180, 180]; both ends stay unchanged. */
export function wrapDegrees(degrees: number): number {
  if (degrees >= rotationRange.min && degrees <= rotationRange.max) return degrees;
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

export const isPose = (overlay: Overlay, pose: Pose): boolean =>
  !overlay.flipped &&
  (['x', 'y', 'scale', 'rotation'] as const).every((part) => overlay[part] === pose[part]);

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** In canvas units unless stated otherwise. */
export type Point = { x: number; y: number };

/** The centred square: its upper left corner and its side, in image pixels. */
export function centredSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/** Rotates a point about the origin, in degrees clockwise. */
export function turned({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Half the side of the selection frame; with a minimum that keeps the handles apart. */
export function frameHalf({ scale }: Pose): number {
  return Math.max((ART_SIDE * scale) / 2, 26) + 4;
}

const HANDLE_INSET = 12;
const KNOB_DISTANCE = 22;

export type Handles = { corners: readonly Point[]; knob: Point };

/** Handle positions of the selected overlay, clamped to the picture. */
export function handlesOf(pose: Pose): Handles {
  const half = frameHalf(pose);
  const at = (x: number, y: number): Point => {
    const offset = turned({ x, y }, pose.rotation);
    return { x: pose.x + offset.x, y: pose.y + offset.y };
  };
  const corners = [at(-half, -half), at(half, -half), at(half, half), at(-half, half)];
  const above = at(0, -half - KNOB_DISTANCE);
  const isOnCanvas = distance(above, ontoCanvas(above)) === 0;
  const knob = isOnCanvas ? above : at(0, half + KNOB_DISTANCE);
  return { corners: corners.map(ontoCanvas), knob: ontoCanvas(knob) };
}

const inside = (value: number) => clamp(value, HANDLE_INSET, CANVAS_SIDE - HANDLE_INSET);
const ontoCanvas = ({ x, y }: Point): Point => ({ x: inside(x), y: inside(y) });

/** The target of a press. */
export type Grip = { kind: 'move' | 'scale' | 'rotate'; id: number };

export type PickOptions = {
  selectedId: number | undefined;
  /** Hit radius of a handle. */
  reach: number;
};

/** Priority: handles of the selection, then the topmost overlay. */
export function pick(
  overlays: readonly Overlay[],
  point: Point,
  { selectedId, reach }: PickOptions,
): Grip | undefined {
  const selected = overlays.find(({ id }) => id === selectedId);
  if (selected) {
    const { corners, knob } = handlesOf(selected);
    if (distance(point, knob) <= reach) return { kind: 'rotate', id: selected.id };
    if (corners.some((corner) => distance(point, corner) <= reach)) return { kind: 'scale', id: selected.id };
  }
  const seen = overlays.findLast((overlay) => isInFrame(overlay, point));
  return seen && { kind: 'move', id: seen.id };
}

function isInFrame(pose: Pose, point: Point): boolean {
  const { x, y } = turned({ x: point.x - pose.x, y: point.y - pose.y }, -pose.rotation);
  const half = frameHalf(pose);
  return Math.abs(x) <= half && Math.abs(y) <= half;
}

/** Maximum side of an exported picture, in pixels; sites show profile pictures far smaller. */
export const MOST_EXPORT_SIDE = 2048;

/** Export sizes in pixels: the canvas's own, and the photo's if larger. */
export function exportSides(photoSide: number): readonly number[] {
  const own = Math.min(photoSide, MOST_EXPORT_SIDE);
  return own > CANVAS_SIDE ? [CANVAS_SIDE, own] : [CANVAS_SIDE];
}
