import type { Point } from '../drawing/flatten.ts';
import { cranberry, gold, ink, parchment, pine, skin, snow } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';
import { cheeks, dotEyes, type Gaze } from './face.ts';

interface ElfPose extends Gaze {
  leftHand?: Point;
  rightHand?: Point;
  leftFoot?: Point;
  rightFoot?: Point;
  mouth?: 'smile' | 'open' | 'flat' | 'frown' | 'tongue';
  tilt?: number;
  nod?: Point;
  /** Turns the face sideways, from -1 to 1: its features slide across the head. */
  turn?: number;
  /** Where the hat's tip hangs, relative to its usual place. */
  tip?: Point;
}

interface ElfDress {
  coat: string;
  hat: string;
  stripe: string;
  hair: string;
  /** Height of the body relative to Pip's. */
  tall: number;
}

/** Pip is round, in pine; Nettle is tall, in cranberry. */
export const pip: ElfDress = { coat: pine, hat: pine, stripe: cranberry, hair: '#b4592a', tall: 1 };
export const nettle: ElfDress = {
  coat: cranberry,
  hat: cranberry,
  stripe: pine,
  hair: '#e2c06a',
  tall: 1.28,
};

/** The head alone, its middle at (0, -112). */
export function elfHead(p: Pen, dress: ElfDress, pose: ElfPose = {}): string {
  const turn = (pose.turn ?? 0) * 12;
  const [tx, ty] = pose.tip ?? [0, 0];
  const ear = (side: number) =>
    p.path(`M${side * 31} -122Q${side * 52} -136 ${side * 62} -128Q${side * 54} -106 ${side * 32} -102Z`, {
      fill: skin,
    });
  const mouths = {
    smile: p.path(`M${-11 + turn} -96Q${turn} -86 ${12 + turn} -97`, {}),
    open: p.path(
      `M${-11 + turn} -98Q${turn} -95 ${12 + turn} -98Q${11 + turn} -82 ${turn} -82Q${-11 + turn} -82 ${-11 + turn} -98Z`,
      {
        fill: '#5a1620',
        shade: false,
      },
    ),
    flat: p.path(`M${-9 + turn} -93H${10 + turn}`, {}),
    frown: p.path(`M${-10 + turn} -90Q${turn} -99 ${11 + turn} -91`, {}),
    tongue:
      p.path(`M${-11 + turn} -96Q${turn} -90 ${12 + turn} -97`, {}) +
      p.path(`M${1 + turn} -93Q${2 + turn} -80 ${8 + turn} -82Q${12 + turn} -88 ${9 + turn} -95Z`, {
        fill: '#d4676c',
        shade: false,
        width: 2,
      }),
  };
  return (
    ear(-1) +
    ear(1) +
    p.oval(0, -112, 36, 34, { fill: skin }) +
    p.path(
      `M-35 -118C-30 -100 -34 -96 -36 -92C-46 -104 -44 -130 -30 -136L30 -136C44 -130 46 -104 37 -92C34 -96 30 -102 35 -118Q${10 + turn} -140 ${-6 + turn} -126Q-20 -122 -35 -118Z`,
      {
        fill: dress.hair,
        shade: false,
      },
    ) +
    cheeks(p, turn, -101, 20, 7, '#d4545a') +
    dotEyes(p, turn, -112, 14, 6, pose) +
    p.oval(turn, -103, 4.5, 4, { fill: '#e9a884', shade: false, width: 2 }) +
    mouths[pose.mouth ?? 'smile'] +
    p.path(
      `M-36 -134C-34 -168 -16 -188 4 -192C24 -196 ${40 + tx} ${-194 + ty} ${58 + tx} ${-176 + ty}C38 -182 34 -160 37 -134Z`,
      { fill: dress.hat },
    ) +
    p.oval(60 + tx, -170 + ty, 8.5, 8.5, { fill: gold }) +
    p.path(`M${56 + tx} ${-168 + ty}H${65 + tx}`, { width: 1.6 }) +
    p.path('M-41 -131Q0 -150 41 -131L38 -119Q0 -138 -38 -119Z', { fill: parchment })
  );
}

/** An elf, about 195 units high, feet at (0, 0). */
export function elf(p: Pen, dress: ElfDress, pose: ElfPose = {}): string {
  const lift = (dress.tall - 1) * 62;
  const leftFoot = pose.leftFoot ?? [-14, -4];
  const rightFoot = pose.rightFoot ?? [14, -4];
  const leftHand = pose.leftHand ?? [-44, -38 - lift];
  const rightHand = pose.rightHand ?? [44, -38 - lift];
  const shoe = (at: Point, side: number) =>
    p.path(
      `M${at[0] - side * 8} ${at[1] + 4}V${at[1] - 8}H${at[0] + side * 8}Q${at[0] + side * 16} ${at[1] - 4} ${at[0] + side * 26} ${at[1] - 14}Q${at[0] + side * 28} ${at[1] + 3} ${at[0] + side * 14} ${at[1] + 5}Z`,
      { fill: dress.coat },
    );
  const leg = (from: Point, to: Point) => {
    const rings = [0.35, 0.62, 0.88].map((along) => {
      const x = from[0] + (to[0] - from[0]) * along;
      const y = from[1] + (to[1] - from[1]) * along;
      return p.line(x - 4.5, y, x + 4.5, y, { stroke: dress.stripe, width: 4 });
    });
    return p.limb(from, to, 0, 10, snow) + (p.halo ? '' : rings.join(''));
  };
  const [hx, hy] = pose.nod ?? [0, 0];
  return (
    leg([-10, -36], leftFoot) +
    leg([10, -36], rightFoot) +
    shoe(leftFoot, -1) +
    shoe(rightFoot, 1) +
    p.path(
      `M-16 ${-84 - lift}C-28 -60 -32 -44 -34 -30L-22 -22L-12 -31L0 -21L12 -31L22 -22L34 -30C32 -44 28 -60 16 ${-84 - lift}Z`,
      { fill: dress.coat },
    ) +
    p.path(
      `M-29 ${-52 - lift * 0.3}Q0 ${-44 - lift * 0.3} 29 ${-52 - lift * 0.3}L30 ${-44 - lift * 0.3}Q0 ${-36 - lift * 0.3} -30 ${-44 - lift * 0.3}Z`,
      { fill: ink, shade: false, width: 1.5 },
    ) +
    p.box(-6, -52 - lift * 0.3, 12, 12, { fill: gold, shade: false, width: 2 }, 2) +
    p.limb([-18, -74 - lift], leftHand, 5, 12, dress.coat) +
    p.limb([18, -74 - lift], rightHand, -5, 12, dress.coat) +
    p.oval(leftHand[0], leftHand[1], 8.5, 8, { fill: snow }) +
    p.oval(rightHand[0], rightHand[1], 8.5, 8, { fill: snow }) +
    p.path(
      `M-24 ${-82 - lift}L-12 ${-70 - lift}L0 ${-80 - lift}L12 ${-70 - lift}L24 ${-82 - lift}Q0 ${-92 - lift} -24 ${-82 - lift}Z`,
      {
        fill: parchment,
      },
    ) +
    `<g transform="translate(${hx} ${hy - lift}) rotate(${pose.tilt ?? 0} 0 -84)">${elfHead(p, dress, pose)}</g>`
  );
}
