import { elf, nettle } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { snow, stone, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const frozenGoblin: Loop = {
  title: 'Assets frozen',
  seconds: 3,
  ground: 'ice',
  draw: (p, t) => {
    const tap = Math.max(0, wave(t, 3));
    const hit = tap > 0.86;
    const shake = hit ? 3 : 0;
    return (
      shadow(190, 250, 80) +
      place(
        rugger(p, {
          mouth: 'grit',
          lid: 0.06,
          look: [0.9 * wave(t, 1), -0.2],
          ears: 0.3,
          leftHand: [-52, -120],
          rightHand: [52, -118],
          blink: t > 0.6 && t < 0.66 ? 1 : 0,
        }),
        190 + shake,
        240,
        0.9,
      ) +
      `<g opacity="0.5">${p.path(`M${104 + shake} 250L${98 + shake} 66L${122 + shake} 40L${258 + shake} 36L${282 + shake} 60L${278 + shake} 250Z`, { fill: '#9fd8e6', shade: '#6fb4c8' })}</g>` +
      p.path(
        `M${122 + shake} 40L${132 + shake} 66L${262 + shake} 62L${282 + shake} 60M${132 + shake} 66L${134 + shake} 246M${98 + shake} 66L${132 + shake} 66`,
        { stroke: snow, width: 3 },
      ) +
      p.path(`M${232 + shake} 96L${252 + shake} 84M${228 + shake} 116L${246 + shake} 106`, {
        stroke: '#ffffff',
        width: 4,
      }) +
      shadow(366, 250, 40) +
      place(
        elf(p, nettle, {
          leftHand: [-56 - tap * 6, -96 + tap * 8],
          rightHand: [44, -64],
          look: [-0.8, 0],
          mouth: hit ? 'open' : 'flat',
          turn: -0.6,
        }),
        366,
        248,
        0.9,
        -tap * 4,
      ) +
      place(
        p.limb([0, 0], [0, -44], 0, 6, wood) + p.box(-22, -58, 40, 20, { fill: stone }, 3),
        314 - tap * 6,
        166 + tap * 6,
        0.95,
        22 - tap * 82,
      ) +
      (hit ? place(sparks(p, 0.45, 36, snow, 8), 280, 142) : '') +
      snowfall(t, 16)
    );
  },
};
