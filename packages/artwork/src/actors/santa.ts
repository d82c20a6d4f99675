import type { Point } from '../drawing/flatten.ts';
import { coal, cranberry, gold, ink, pine, skin, snow, wood } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';
import { cheeks, dotEyes, type Gaze } from './face.ts';

interface SantaPose extends Gaze {
  leftHand?: Point;
  rightHand?: Point;
  mouth?: 'smile' | 'laugh' | 'stern' | 'oh';
  /** Raises (-1) or lowers (1) the eyebrows. */
  brow?: number;
  tilt?: number;
  nod?: Point;
  /** Where the hat's tip hangs, relative to its usual place. */
  tip?: Point;
  /** Lenses shine white. */
  shine?: boolean;
  /** Sunglasses in place of the round lenses. */
  cool?: boolean;
  leftFoot?: Point;
  rightFoot?: Point;
}

/** The head alone, its middle at (0, -165). */
function santaHead(p: Pen, pose: SantaPose = {}): string {
  const [tx, ty] = pose.tip ?? [0, 0];
  const brow = (pose.brow ?? 0) * 4;
  const mouth = pose.mouth ?? 'smile';
  const lips =
    mouth === 'smile'
      ? p.path('M-10 -131Q0 -121 11 -132', { width: 2.8 })
      : mouth === 'laugh'
        ? p.path('M-13 -134Q0 -130 14 -135Q13 -114 0 -114Q-13 -114 -13 -134Z', {
            fill: '#5a1620',
            shade: false,
          }) + p.path('M-8 -119Q0 -125 9 -119Q0 -113 -8 -119Z', { fill: '#d4676c', shade: false, width: 0 })
        : mouth === 'oh'
          ? p.oval(0, -127, 6, 7, { fill: '#5a1620', shade: false })
          : p.path('M-10 -126Q0 -132 11 -126', { width: 2.8 });
  const lens = pose.cool
    ? { fill: '#15181c', shade: '#33414a' as const }
    : pose.shine
      ? { fill: snow, shade: false as const }
      : undefined;
  const glasses = pose.cool
    ? p.path('M-31 -176H-3Q-3 -158 -17 -157Q-31 -158 -31 -176Z', { ...lens }) +
      p.path('M3 -176H31Q31 -158 17 -157Q3 -158 3 -176Z', { ...lens }) +
      p.path('M-3 -174H3', { width: 3 })
    : p.oval(-16, -165, 13.5, 13, { ...(lens ?? {}), stroke: '#a86f12', width: 3.2 }) +
      p.oval(16, -165, 13.5, 13, { ...(lens ?? {}), stroke: '#a86f12', width: 3.2 }) +
      p.path('M-3 -166Q0 -170 3 -166', { stroke: '#a86f12', width: 3.2 });
  return (
    p.oval(0, -163, 37, 35, { fill: skin }) +
    p.path(
      'M-38 -168C-48 -150 -50 -128 -42 -112C-34 -96 -14 -82 2 -76C16 -84 36 -96 43 -112C51 -130 47 -152 38 -168C35 -154 26 -148 16 -149Q0 -142 -16 -149C-26 -148 -35 -154 -38 -168Z',
      { fill: snow },
    ) +
    p.curve(
      [
        [-30, -122],
        [-22, -110],
        [-20, -102],
      ],
      { width: 1.6, stroke: '#9fb6b6' },
    ) +
    p.curve(
      [
        [28, -120],
        [23, -108],
        [14, -98],
      ],
      { width: 1.6, stroke: '#9fb6b6' },
    ) +
    p.curve(
      [
        [-4, -106],
        [0, -98],
        [0, -90],
      ],
      { width: 1.6, stroke: '#9fb6b6' },
    ) +
    lips +
    p.path(
      'M0 -143C-8 -150 -24 -150 -33 -136C-24 -130 -8 -131 0 -140C8 -131 24 -130 33 -136C24 -150 8 -150 0 -143Z',
      {
        fill: snow,
      },
    ) +
    cheeks(p, 0, -152, 25, 8, '#d4545a') +
    (pose.cool || pose.shine ? '' : dotEyes(p, 0, -165, 16, 5.6, pose)) +
    glasses +
    p.oval(0, -153, 7.5, 7, { fill: '#e58a74', shade: '#c96552' }) +
    p.path(`M-30 ${-183 + brow}Q-18 ${-190 + brow} -8 ${-181 + brow * 0.4}`, { stroke: snow, width: 6 }) +
    p.path(`M30 ${-183 + brow}Q18 ${-190 + brow} 8 ${-181 + brow * 0.4}`, { stroke: snow, width: 6 }) +
    p.path(
      `M-37 -188C-36 -228 -6 -246 22 -236C44 -228 ${58 + tx} ${-212 + ty} ${66 + tx} ${-186 + ty}C${54 + tx * 0.6} ${-200 + ty * 0.5} 44 -206 37 -188Z`,
      { fill: cranberry },
    ) +
    p.oval(66 + tx, -178 + ty, 12, 12, { fill: snow }) +
    p.path(
      'M-42 -183C-46 -198 -34 -202 -28 -199C-20 -206 -10 -206 -4 -202C4 -207 14 -207 20 -201C28 -205 46 -202 43 -185C28 -180 -26 -178 -42 -183Z',
      {
        fill: snow,
      },
    )
  );
}

/** Santa the developer: round glasses, red coat. About 245 units high, feet at (0, 0). */
export function santa(p: Pen, pose: SantaPose = {}): string {
  const leftHand = pose.leftHand ?? [-80, -70];
  const rightHand = pose.rightHand ?? [80, -70];
  const leftFoot = pose.leftFoot ?? [-28, -6];
  const rightFoot = pose.rightFoot ?? [28, -6];
  const boot = (at: Point, side: number) =>
    p.path(
      `M${at[0] - side * 14} ${at[1] - 22}L${at[0] - side * 14} ${at[1] + 6}H${at[0] + side * 24}Q${at[0] + side * 26} ${at[1] - 8} ${at[0] + side * 12} ${at[1] - 10}V${at[1] - 22}Z`,
      { fill: coal },
    );
  const arm = (from: Point, to: Point, bend: number) => {
    const reach = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const cuff: Point = [to[0] - ((to[0] - from[0]) / reach) * 16, to[1] - ((to[1] - from[1]) / reach) * 16];
    return (
      p.limb(from, cuff, bend, 27, cranberry) +
      p.oval(cuff[0], cuff[1], 15.5, 14.5, { fill: snow }) +
      p.oval(to[0], to[1], 12.5, 11.5, { fill: pine })
    );
  };
  const [hx, hy] = pose.nod ?? [0, 0];
  return (
    p.limb([-24, -40], [leftFoot[0], leftFoot[1] - 14], 0, 24, cranberry) +
    p.limb([24, -40], [rightFoot[0], rightFoot[1] - 14], 0, 24, cranberry) +
    boot(leftFoot, -1) +
    boot(rightFoot, 1) +
    p.blob(
      [
        [-62, -28],
        [-70, -74],
        [-50, -132],
        [-20, -146],
        [20, -146],
        [50, -132],
        [70, -74],
        [62, -28],
        [0, -18],
      ],
      {
        fill: cranberry,
      },
    ) +
    p.path(
      'M-65 -36C-70 -24 -62 -14 -52 -16C-30 -8 30 -8 52 -16C64 -14 70 -26 64 -36C40 -26 -40 -26 -65 -36Z',
      {
        fill: snow,
      },
    ) +
    p.path('M-69 -70Q0 -54 69 -70L68 -54Q0 -38 -68 -54Z', { fill: coal }) +
    p.box(-13, -64, 26, 21, { fill: gold }, 3) +
    p.box(-6, -58, 12, 9, { fill: coal, shade: false, width: 2 }, 2) +
    p.path('M-7 -104V-64M7 -104V-64', { stroke: '#7f1326', width: 1.6 }) +
    arm([-48, -122], leftHand, 10) +
    arm([48, -122], rightHand, -10) +
    `<g transform="translate(${hx} ${hy}) rotate(${pose.tilt ?? 0} 0 -130)">${santaHead(p, pose)}</g>`
  );
}

/** The ledger, closed, standing; its middle at (0, 0). */
export function closedLedger(p: Pen): string {
  return (
    p.box(-26, -34, 54, 68, { fill: '#f6ead0' }, 3) +
    p.path('M-30 -36H22Q28 -36 28 -30V28Q28 34 22 34H-30Q-34 34 -34 28V-30Q-34 -36 -30 -36Z', {
      fill: wood,
    }) +
    p.path('M-24 -36V34', { stroke: ink, width: 2 }) +
    p.box(-14, -18, 32, 20, { fill: '#f6ead0', shade: false, width: 1.8 }, 2) +
    p.path('M-8 -11H12M-8 -5H6', { width: 2 }) +
    p.oval(2, 18, 8, 8, { fill: cranberry })
  );
}
