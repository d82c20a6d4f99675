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
    rotation: Math.round(wrapDegrees(rotation)) + 0,
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
  !overlay.flipped && isSamePose(overlay, pose);

export const isSamePose = (a: Pose, b: Pose): boolean =>
  a.x === b.x && a.y === b.y && a.scale === b.scale && a.rotation === b.rotation;

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
