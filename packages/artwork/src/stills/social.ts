import { elf, nettle, pip } from '../actors/elf.ts';
import { sausage, snowman } from '../actors/gentry.ts';
import { gingerbread } from '../actors/gingerbread.ts';
import { robin } from '../actors/robin.ts';
import { rugger } from '../actors/rugger.ts';
import { closedLedger, santa } from '../actors/santa.ts';
import { lettering } from '../drawing/lettering.ts';
import { cranberry, flame, gold, ink, night, parchment } from '../drawing/palette.ts';
import { Pen, place } from '../drawing/pen.ts';
import { coin, present } from '../props/gifts.ts';
import { type Backdrop, backdrop, candlelight } from '../scenes/backdrops.ts';
import { mark } from './logo.ts';

interface Card {
  ground: Backdrop;
  title: string;
  lines: readonly string[];
  cast: (p: Pen) => string;
}

function santaHat(p: Pen): string {
  return (
    p.path('M-38 0C-36 -40 -6 -58 22 -48C44 -40 58 -24 66 2C54 -12 44 -18 38 0Z', { fill: cranberry }) +
    p.oval(66, 10, 12, 12, { fill: '#f4f8f5' }) +
    p.path(
      'M-42 5C-46 -10 -34 -14 -28 -11C-20 -18 -10 -18 -4 -14C4 -19 14 -19 20 -13C28 -17 46 -14 43 3C28 8 -26 10 -42 5Z',
      { fill: '#f4f8f5' },
    )
  );
}

const cards: Readonly<Record<string, Card>> = {
  'social-home': {
    ground: 'hills',
    title: 'The Naughty List',
    lines: ['Check them', 'before you send.'],
    cast: (p) =>
      place(
        santa(p, { rightHand: [64, -92], leftHand: [-72, -88], look: [0.7, 0.2], mouth: 'stern', brow: 1 }),
        338,
        252,
        0.78,
      ) +
      place(closedLedger(p), 390, 178, 0.8, 8) +
      place(
        rugger(p, {
          mouth: 'grit',
          lid: 0.12,
          look: [-1, -0.2],
          ears: 0.5,
          leftHand: [-36, -24],
          rightHand: [52, -30],
        }),
        452,
        256,
        0.62,
      ),
  },
  'social-nice-list': {
    ground: 'parlour',
    title: 'The Nice List',
    lines: ['Praise those', 'who earned it.'],
    cast: (p) =>
      place(elf(p, nettle, { leftHand: [-46, -158], rightHand: [46, -158], mouth: 'open' }), 338, 252, 0.82) +
      place(gingerbread(p, { rightHand: [54, -108] }), 410, 254, 0.7) +
      place(elf(p, pip, { leftHand: [-50, -112], mouth: 'open', look: [-0.5, -0.3] }), 462, 258, 0.6) +
      place(robin(p, { beak: 1 }), 258, 252, 0.7),
  },
  'social-listed': {
    ground: 'hills',
    title: 'On the Naughty List',
    lines: ['Read the report', 'before you send.'],
    cast: (p) =>
      place(
        rugger(p, {
          mouth: 'grit',
          lid: 0.12,
          look: [-1, -0.2],
          ears: 0.5,
          leftHand: [-36, -24],
          rightHand: [52, -30],
        }),
        400,
        256,
        0.9,
      ),
  },
  'social-both': {
    ground: 'hills',
    title: 'On both lists',
    lines: ['Reported and praised.', 'Read both.'],
    cast: (p) =>
      place(elf(p, nettle, { leftHand: [-46, -158], rightHand: [46, -158], mouth: 'open' }), 338, 252, 0.74) +
      place(rugger(p, { mouth: 'grit', lid: 0.12, look: [-1, -0.2], ears: 0.5 }), 446, 256, 0.7),
  },
  'social-no-report': {
    ground: 'hills',
    title: 'No report found',
    lines: ['Not listed', "doesn't mean safe."],
    cast: (p) => place(closedLedger(p), 400, 178, 1.3, 8),
  },
  'social-about': {
    ground: 'stage',
    title: 'What is LIST?',
    lines: ['A Christmas token', 'with a ledger.'],
    cast: (p) =>
      place(sausage(p, { leftHand: [-62, -128], wink: true, hat: [0, 0] }), 412, 248, 0.84) +
      place(coin(p, 44), 318, 118, 1, -8) +
      place(snowman(p, { leftHand: [-60, -120], look: [-0.6, -0.6] }), 322, 252, 0.42),
  },
  'social-pfp': {
    ground: 'workshop',
    title: 'Santa your PFP',
    lines: ['Hats and helpers', 'for your face.'],
    cast: (p) =>
      p.box(304, 62, 150, 150, { fill: gold }, 6) +
      p.box(316, 74, 126, 126, { fill: '#2b5660', shade: false }, 2) +
      `<clipPath id="frame"><rect x="317" y="75" width="124" height="124"/></clipPath><g clip-path="url(#frame)">${place(rugger(p, { mouth: 'grin', lid: 0.2, look: [-0.4, 0] }), 379, 264, 1)}</g>` +
      place(santaHat(p), 376, 108, 1.1, -6) +
      place(elf(p, pip, { rightHand: [50, -70], look: [0.8, -0.3], mouth: 'open' }), 282, 254, 0.5) +
      place(present(p, 44, 34, cranberry), 456, 254, 1),
  },
};

function card({ ground, title, lines, cast }: Card): string {
  const p = new Pen();
  const border = new Pen({ halo: { colour: flame, width: 4 } });
  const size = Math.min(56, (56 * 258) / lettering(title, 0, 0, 58).width);
  const words =
    `<path d="${lettering(title, 10, 122, size, 'start').data}" fill="${gold}" stroke="${ink}" stroke-width="5" stroke-linejoin="round" paint-order="stroke"/>` +
    lines
      .map(
        (line, i) =>
          `<path d="${lettering(line, 12, 160 + i * 31, 27, 'start').data}" fill="${parchment}" stroke="${night[0]}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"/>`,
      )
      .join('');
  const dark = `<linearGradient id="side" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${night[0]}" stop-opacity="0.88"/><stop offset="0.62" stop-color="${night[0]}" stop-opacity="0"/></linearGradient><rect x="-60" y="-10" width="600" height="290" fill="url(#side)"/>`;
  const seal =
    place(mark(border), 8, 18, 0.115) + place(mark(new Pen({ drawing: 1, size: 3 })), 8, 18, 0.115);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-17 0 514.286 270" width="1200" height="630">${backdrop(ground)}${candlelight(ground)}${dark}${cast(p)}${seal}${words}</svg>`;
}

/** File name to picture, 1200 × 630 each. */
export const socials: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(cards).map(([name, content]) => [name, () => card(content)]),
);
