import type { Point } from '../drawing/flatten.ts';
import { cranberry, goblin, goblinShade, gold, parchment, woodShade } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';
import { type Gaze, lidEyes } from './face.ts';

interface RuggerPose extends Gaze {
  /** Hand and foot places, in the puppet's own units: feet near (±18, 0), the head's middle at (0, -128). */
  leftHand?: Point;
  rightHand?: Point;
  leftFoot?: Point;
  rightFoot?: Point;
  mouth?: 'grin' | 'oh' | 'frown' | 'grit' | 'pucker';
  /** 0 wide awake, 0.45 sly, 1 shut. */
  lid?: number;
  /** -1 up in surprise, 0 level, 1 hanging. */
  ears?: number;
  /** Turns the head, in degrees. */
  tilt?: number;
  /** Moves the head. */
  nod?: Point;
}

function mouthOf(p: Pen, mouth: NonNullable<RuggerPose['mouth']>): string {
  const tooth = (x: number, y: number, drop: number) =>
    p.polygon(
      [
        [x - 3.5, y],
        [x + 3.5, y],
        [x + 0.5, y + drop],
      ],
      { fill: parchment, shade: false, width: 1.4 },
    );
  switch (mouth) {
    case 'grin':
      return (
        p.path('M-27 -117Q0 -98 29 -122Q24 -92 0 -92Q-22 -93 -27 -117Z', { fill: '#4a1420', shade: false }) +
        p.path('M-25 -114Q0 -98 27 -118Q26 -109 21 -105Q0 -94 -20 -104Z', {
          fill: parchment,
          shade: false,
          width: 1.4,
        }) +
        p.path('M-12 -107V-99M0 -105V-97M12 -108V-99', { width: 1.3 })
      );
    case 'oh':
      return p.oval(2, -104, 9, 12, { fill: '#4a1420', shade: false });
    case 'grit':
      return (
        p.box(-19, -112, 38, 15, { fill: parchment, shade: false }, 6) +
        p.path('M-9 -112V-97M0 -112V-97M9 -112V-97M-19 -105H19', { width: 1.3 })
      );
    case 'pucker':
      return p.oval(2, -104, 6, 6, { fill: '#c25a5f', shade: false }) + p.path('M-3 -104H7', { width: 1.4 });
    case 'frown':
      return p.path('M-20 -98Q2 -114 22 -99', {}) + tooth(-10, -104, 10) + tooth(12, -104, 8);
  }
}

/** The head alone, its middle at (0, -128). */
function ruggerHead(p: Pen, pose: RuggerPose = {}): string {
  const droop = pose.ears ?? 0;
  const ear = (side: number) => {
    const tip: Point = [side * (84 - Math.abs(droop) * 14), -142 + droop * 42];
    return (
      p.path(
        `M${side * 30} -148Q${side * 56} ${-172 + droop * 30} ${tip[0]} ${tip[1]}Q${side * 62} ${-122 + droop * 16} ${side * 32} -112Z`,
        { fill: goblin },
      ) +
      p.path(`M${side * 38} -136Q${side * 56} ${-148 + droop * 24} ${side * 70} ${-140 + droop * 36}`, {
        stroke: goblinShade,
        width: 3,
      })
    );
  };
  const lid = pose.lid ?? 0.42;
  const [lx] = pose.look ?? [0, 0];
  const nose = lx * 4;
  return (
    ear(-1) +
    ear(1) +
    p.curve(
      [
        [-3, -168],
        [-8, -182],
        [-16, -188],
      ],
      { width: 3.4 },
    ) +
    p.curve(
      [
        [1, -169],
        [1, -186],
        [-4, -196],
      ],
      { width: 3.4 },
    ) +
    p.curve(
      [
        [5, -168],
        [12, -180],
        [11, -190],
      ],
      { width: 3.4 },
    ) +
    p.path(
      'M0 -170C32 -170 44 -148 40 -126C37 -104 22 -86 1 -86C-20 -86 -37 -104 -40 -126C-44 -148 -32 -170 0 -170Z',
      {
        fill: goblin,
      },
    ) +
    mouthOf(p, pose.mouth ?? 'grin') +
    lidEyes(p, { ...pose, x: 0, y: -140, apart: 17, size: 13, lid, white: '#ffe58a', cover: goblinShade }) +
    p.path(
      `M-8 -134C-10 -126 ${-14 + nose} -116 ${-10 + nose} -110C${-4 + nose} -103 ${12 + nose} -104 ${13 + nose} -112C${14 + nose} -119 8 -127 7 -134Z`,
      { fill: goblin, width: 2.4 },
    ) +
    p.oval(-24, -112, 1.6, 1.6, { fill: goblinShade, width: 0 }) +
    p.oval(28, -130, 2.2, 2.2, { fill: goblinShade, width: 0 })
  );
}

/** The Rugger: a scammer goblin in a patched waistcoat. About 190 units high, feet at (0, 0). */
export function rugger(p: Pen, pose: RuggerPose = {}): string {
  const leftFoot = pose.leftFoot ?? [-18, -4];
  const rightFoot = pose.rightFoot ?? [18, -4];
  const leftHand = pose.leftHand ?? [-50, -50];
  const rightHand = pose.rightHand ?? [50, -50];
  const foot = (at: Point, side: number) =>
    p.path(
      `M${at[0] - side * 9} ${at[1] + 4}C${at[0] - side * 10} ${at[1] - 9} ${at[0] + side * 8} ${at[1] - 8} ${at[0] + side * 22} ${at[1] - 2}Q${at[0] + side * 27} ${at[1] + 4} ${at[0] + side * 20} ${at[1] + 5}Z`,
      { fill: goblin },
    );
  const hand = (at: Point) =>
    p.oval(at[0], at[1], 9.5, 8.5, { fill: goblin }) +
    p.curve(
      [
        [at[0] - 3, at[1] + 3],
        [at[0] + 1, at[1] + 4],
        [at[0] + 5, at[1] + 2],
      ],
      { width: 1.6 },
    );
  const head = ruggerHead(p, pose);
  const [hx, hy] = pose.nod ?? [0, 0];
  return (
    p.limb([-13, -44], leftFoot, -4, 11, goblin) +
    p.limb([13, -44], rightFoot, 4, 11, goblin) +
    foot(leftFoot, -1) +
    foot(rightFoot, 1) +
    p.blob(
      [
        [-30, -46],
        [-33, -70],
        [-21, -98],
        [21, -98],
        [33, -70],
        [30, -46],
        [0, -36],
      ],
      { fill: goblin },
    ) +
    p.path('M-22 -97Q-36 -70 -31 -44Q-16 -37 -7 -40Q-5 -70 -11 -97Z', { fill: cranberry }) +
    p.path('M22 -97Q36 -70 31 -44Q16 -37 7 -40Q5 -70 11 -97Z', { fill: cranberry }) +
    p.polygon(
      [
        [-27, -62],
        [-16, -64],
        [-15, -52],
        [-26, -50],
      ],
      { fill: gold, shade: false, width: 1.8 },
    ) +
    p.oval(12, -66, 2.6, 2.6, { fill: gold, shade: false, width: 1.6 }) +
    p.oval(12, -54, 2.6, 2.6, { fill: gold, shade: false, width: 1.6 }) +
    p.path('M-26 -46L-14 -44', { stroke: woodShade, width: 1.4 }) +
    p.limb([-25, -88], leftHand, 6, 10, goblin) +
    p.limb([25, -88], rightHand, -6, 10, goblin) +
    hand(leftHand) +
    hand(rightHand) +
    `<g transform="translate(${hx} ${hy}) rotate(${pose.tilt ?? 0} 0 -100)">${head}</g>`
  );
}
