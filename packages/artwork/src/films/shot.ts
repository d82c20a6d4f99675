import { lettering } from '../drawing/lettering.ts';
import { cranberry, flame, gold, ink, night, parchment } from '../drawing/palette.ts';
import { Pen, place } from '../drawing/pen.ts';
import { key, part } from '../drawing/time.ts';
import type { Loop } from '../loops/loop.ts';
import type { Backdrop } from '../scenes/backdrops.ts';
import { mark } from '../stills/logo.ts';

/** One take of a film, with the texts of its banner and caption. */
export interface Shot {
  seconds: number;
  ground: Backdrop;
  banner?: string;
  caption: string;
  draw: (p: Pen, t: number, seconds: number) => string;
}

/** A loop as a shot: it runs at its own speed for as long as the shot lasts. */
export function fromLoop(loop: Loop, seconds: number, banner: string, caption: string): Shot {
  return {
    seconds,
    ground: loop.ground,
    banner,
    caption,
    draw: (p, _, now) => loop.draw(p, (now / loop.seconds) % 1),
  };
}

/** A parchment banner along the top, unrolled during the first third of a second. */
export function banner(p: Pen, words: string, now: number): string {
  const size = Math.min(25, (25 * 380) / lettering(words, 0, 0, 25).width);
  const half =
    (lettering(words, 0, 0, size).width / 2 + 34) *
    key(now, [
      [0.1, 0.1],
      [0.45, 1],
    ]);
  const text = now > 0.35 ? `<path d="${lettering(words, 240, 37, size).data}" fill="${ink}"/>` : '';
  return (
    p.path(
      `M${240 - half + 6} 20L${240 - half - 20} 22L${240 - half - 10} 36L${240 - half - 20} 50L${240 - half + 6} 48Z`,
      { fill: cranberry },
    ) +
    p.path(
      `M${240 + half - 6} 20L${240 + half + 20} 22L${240 + half + 10} 36L${240 + half + 20} 50L${240 + half - 6} 48Z`,
      { fill: cranberry },
    ) +
    p.path(`M${240 - half} 12Q240 18 ${240 + half} 12V44Q240 50 ${240 - half} 44Z`, { fill: parchment }) +
    text
  );
}

const stamped =
  mark(new Pen({ drawing: 8, size: 3, halo: { colour: flame, width: 10 } })) +
  mark(new Pen({ drawing: 8, size: 3 }));

/** The mark above a title and a line, for first and last pictures. */
export function titleCard(
  title: string,
  line: string,
  caption: string,
  seconds: number,
  ground: Backdrop = 'hills',
  cast?: Shot['draw'],
): Shot {
  return {
    seconds,
    ground,
    caption,
    draw: (p, t, now) => {
      const rise = key(now, [
        [0, 0.6],
        [0.35, 1.06],
        [0.5, 1],
      ]);
      const size = Math.min(62, (62 * 400) / lettering(title, 0, 0, 62).width);
      // A cast below needs room: everything moves up and the mark gets smaller.
      const [big, baseline] = cast ? [0.12, 124] : [0.18, 172];
      const cover = `<rect x="-60" y="-10" width="600" height="290" fill="${night[0]}" opacity="0.42"/>`;
      return (
        cover +
        (cast ? cast(p, t, now) : '') +
        place(stamped, 240 - big * 256 * rise, cast ? 6 : 20, big * rise, 3 * Math.sin(now * 3)) +
        place(
          `<path d="${lettering(title, 0, 0, size).data}" fill="${gold}" stroke="${ink}" stroke-width="7" stroke-linejoin="round" paint-order="stroke"/>`,
          240,
          baseline,
          rise,
        ) +
        (now > 0.4
          ? `<path d="${lettering(line, 240, baseline + 36, 26).data}" fill="${parchment}" stroke="${night[0]}" stroke-width="5" stroke-linejoin="round" paint-order="stroke" opacity="${part(now, 0.4, 0.7).toFixed(2)}"/>`
          : '')
      );
    },
  };
}

/** A dark curtain that crosses the picture at the ends of a shot. */
export function wipe(now: number, seconds: number): string {
  const out = part(now, seconds - 0.3, seconds);
  const into = 1 - part(now, 0, 0.3);
  const edge = (x: number, width: number) =>
    `<path d="M${x.toFixed(1)} -10Q${(x + 26).toFixed(1)} 135 ${x.toFixed(1)} 290H${(x + width).toFixed(1)}Q${(x + width + 26).toFixed(1)} 135 ${(x + width).toFixed(1)} -10Z" fill="${night[0]}"/>`;
  if (out > 0) return edge(-640 + 560 * out, 600);
  if (into > 0) return edge(-80 + 600 * (1 - into), 600);
  return '';
}
