import type { Point } from '../drawing/flatten.ts';
import { coal, cranberry, gold, pine, snow, woodShade } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';
import { cheeks, dotEyes, type Gaze } from './face.ts';

/** A top hat standing on y = 0, 64 units wide. */
function topHat(p: Pen, band: string = cranberry): string {
  return (
    p.path('M-23 -8C-22 -30 -26 -44 -27 -58Q0 -66 27 -58C26 -44 22 -30 23 -8Z', { fill: coal }) +
    p.path('M-23.500 -22Q0 -14 23.500 -22L23 -8Q0 0 -23 -8Z', { fill: band }) +
    p.path('M-40 -10Q-34 4 0 4Q34 4 40 -10Q42 -4 36 2Q20 11 0 11Q-20 11 -36 2Q-42 -4 -40 -10Z', {
      fill: coal,
    })
  );
}

interface SausagePose extends Gaze {
  leftHand?: Point;
  rightHand?: Point;
  leftFoot?: Point;
  rightFoot?: Point;
  /** The hat's place relative to the head. */
  hat?: Point;
  hatTurn?: number;
  mouth?: 'smile' | 'oh';
  /** Closes the eye without the monocle. */
  wink?: boolean;
}

/** The Secret Sausage: a banger with a top hat and monocle. About 200 units high, feet at (0, 0). */
export function sausage(p: Pen, pose: SausagePose = {}): string {
  const meat = '#c8643c';
  const leftHand = pose.leftHand ?? [-52, -64];
  const rightHand = pose.rightHand ?? [52, -64];
  const leftFoot = pose.leftFoot ?? [-14, -3];
  const rightFoot = pose.rightFoot ?? [16, -3];
  const [hx, hy] = pose.hat ?? [0, 0];
  const shoe = (at: Point, side: number) =>
    p.path(
      `M${at[0] - side * 7} ${at[1] + 4}Q${at[0] - side * 8} ${at[1] - 8} ${at[0] + side * 4} ${at[1] - 7}Q${at[0] + side * 18} ${at[1] - 5} ${at[0] + side * 17} ${at[1] + 4}Z`,
      { fill: coal },
    );
  const stick = (from: Point, to: Point, bend: number) => p.limb(from, to, bend, 4, coal);
  return (
    stick([-10, -34], leftFoot, 0) +
    stick([12, -34], rightFoot, 0) +
    shoe(leftFoot, -1) +
    shoe(rightFoot, 1) +
    p.path('M-8 -26C-12 -18 -14 -16 -12 -10L4 -10C8 -16 6 -20 6 -26Z', { fill: meat, shade: '#94401f' }) +
    p.path(
      'M-32 -60C-34 -30 -18 -24 0 -24C20 -24 34 -32 34 -62C36 -90 36 -108 32 -130C28 -152 12 -158 0 -158C-16 -158 -32 -148 -34 -126C-37 -104 -30 -86 -32 -60Z',
      { fill: meat, shade: '#94401f' },
    ) +
    p.curve(
      [
        [-22, -50],
        [-10, -44],
        [4, -44],
      ],
      { stroke: '#7d3217', width: 4 },
    ) +
    p.curve(
      [
        [-2, -58],
        [10, -53],
        [22, -55],
      ],
      { stroke: '#7d3217', width: 4 },
    ) +
    p.curve(
      [
        [-24, -132],
        [-23, -122],
        [-25, -112],
      ],
      { stroke: '#eba37a', width: 4 },
    ) +
    stick([-30, -84], leftHand, 8) +
    stick([32, -84], rightHand, -8) +
    p.oval(leftHand[0], leftHand[1], 8, 7.5, { fill: snow }) +
    p.oval(rightHand[0], rightHand[1], 8, 7.5, { fill: snow }) +
    p.path('M0 -78L-20 -88V-68ZM0 -78L20 -88V-68Z', { fill: cranberry }) +
    p.oval(0, -78, 5, 5.5, { fill: cranberry }) +
    cheeks(p, 0, -112, 21, 6, '#f08a6a') +
    (pose.wink
      ? p.path('M-19 -124Q-13 -118 -7 -124', {}) +
        p.oval(13, -124, 4.4, 6, { fill: coal, shade: false, width: 0 })
      : dotEyes(p, 0, -124, 13, 6, pose)) +
    p.oval(13, -124, 12, 12.5, { stroke: '#d39a2a', width: 3.4 }) +
    p.curve(
      [
        [24, -118],
        [34, -100],
        [30, -86],
      ],
      { stroke: '#d39a2a', width: 1.8 },
    ) +
    (pose.mouth === 'oh'
      ? p.oval(0, -97, 4, 5, { fill: '#5a1620', shade: false, width: 2 })
      : p.path('M-6 -98Q0 -93 7 -98', { width: 2.4 })) +
    p.path(
      'M0 -108C-6 -114 -18 -114 -24 -104C-29 -98 -34 -102 -33 -108C-34 -96 -22 -94 -14 -99C-8 -101 -3 -103 0 -106C3 -103 8 -101 14 -99C22 -94 34 -96 33 -108C34 -102 29 -98 24 -104C18 -114 6 -114 0 -108Z',
      {
        fill: woodShade,
        shade: false,
        width: 1.8,
      },
    ) +
    `<g transform="translate(${hx} ${-150 + hy}) rotate(${-5 + (pose.hatTurn ?? 0)})">${topHat(p)}</g>`
  );
}

interface SnowmanPose extends Gaze {
  leftHand?: Point;
  rightHand?: Point;
  /** Moves the head. */
  head?: Point;
  tilt?: number;
  mouth?: 'smile' | 'oh' | 'frown';
}

/** The head alone, its middle at (0, -112). */
export function snowmanHead(p: Pen, pose: SnowmanPose = {}): string {
  const dots = pose.mouth === 'frown' ? [-92, -96, -97, -96, -92] : [-98, -94, -92.5, -94, -98];
  return (
    p.oval(0, -112, 31, 29, { fill: snow }) +
    dotEyes(p, 0, -120, 11, 5, pose) +
    (pose.mouth === 'oh'
      ? p.oval(0, -96, 5, 5, { fill: coal, shade: false, width: 0 })
      : dots
          .map((y, index) => p.oval(-14 + index * 7, y, 2.3, 2.3, { fill: coal, shade: false, width: 0 }))
          .join('')) +
    p.path('M-4 -114Q10 -116 34 -104Q14 -102 -4 -106Z', { fill: '#e5812f', shade: '#b85d17' }) +
    `<g transform="translate(0 -134) rotate(6) scale(0.82)">${topHat(p, pine)}</g>`
  );
}

/** A snowman, about 190 units high, standing on y = 0. */
export function snowman(p: Pen, pose: SnowmanPose = {}): string {
  const [hx, hy] = pose.head ?? [0, 0];
  const twig = (from: Point, to: Point) => {
    const [dx, dy] = [(to[0] - from[0]) * 0.3, (to[1] - from[1]) * 0.3];
    return (
      p.line(from[0], from[1], to[0], to[1], { width: 4.6, stroke: woodShade }) +
      p.line(to[0] - dx, to[1] - dy, to[0] - dx * 0.2 + dy * 0.7, to[1] - dy * 0.2 - dx * 0.7, {
        width: 3.4,
        stroke: woodShade,
      })
    );
  };
  return (
    p.path('M-48 -2C-70 -34 -40 -74 0 -74C40 -74 70 -34 48 -2Q0 6 -48 -2Z', { fill: snow }) +
    twig([-30, -70], pose.leftHand ?? [-74, -98]) +
    twig([30, -70], pose.rightHand ?? [74, -98]) +
    p.oval(0, -72, 37, 31, { fill: snow }) +
    [-66, -50, -32].map((y) => p.oval(1, y, 3.4, 3.4, { fill: coal, shade: false, width: 0 })).join('') +
    `<g transform="translate(${hx} ${hy}) rotate(${pose.tilt ?? 0} 0 -90)">${snowmanHead(p, pose)}</g>` +
    p.path('M-28 -94Q0 -80 28 -94L30 -84Q0 -68 -30 -84Z', { fill: cranberry }) +
    p.path('M12 -82L24 -84L30 -54L16 -52Z', { fill: cranberry }) +
    p.path('M17 -60L28 -62M16 -66L26 -68', { stroke: gold, width: 2.4 })
  );
}
