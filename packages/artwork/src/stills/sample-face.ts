import { cheeks, dotEyes } from '../actors/face.ts';
import { cranberry, flame, furShade, night, snow } from '../drawing/palette.ts';
import { Pen, place, sheet } from '../drawing/pen.ts';

const [, , dusk, window, hill] = night;
const warmSkin = '#e6a878';
const warmShade = '#c98555';

/**
 * A face for trying on hats: 512 × 512, filled to its edges. The forehead is where the picture editor first places a
 * hat, which is half as wide as the picture.
 */
export function sampleFace(): string {
  const p = new Pen({ size: 2.2 });
  return sheet(512, 512, backdrop() + sweater(p) + place(head(p), 20.5, 33, 0.92));
}

function backdrop(): string {
  const flakes = [
    [60, 70, 7],
    [128, 160, 5],
    [44, 250, 6],
    [96, 330, 5],
    [404, 60, 6],
    [462, 150, 7],
    [430, 262, 5],
    [480, 342, 6],
    [196, 40, 5],
    [318, 34, 6],
  ];
  return (
    `<rect width="512" height="512" fill="${window}"/>` +
    `<circle cx="256" cy="250" r="236" fill="${hill}"/>` +
    `<circle cx="256" cy="250" r="182" fill="${flame}" opacity="0.2"/>` +
    `<path d="M0 400C90 350 150 380 230 372C330 362 410 330 512 380V512H0Z" fill="${dusk}"/>` +
    flakes.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${snow}" opacity="0.85"/>`).join('')
  );
}

function sweater(p: Pen): string {
  return (
    p.path('M62 540C66 452 134 424 196 414H316C378 424 446 452 450 540Z', { fill: cranberry }) +
    p.path('M196 376H316V430Q256 476 196 430Z', { fill: warmSkin, shade: warmShade }) +
    p.path('M184 408C200 470 312 470 328 408L346 420C330 500 182 500 166 420Z', { fill: snow }) +
    [120, 176, 256, 336, 392]
      .map((x, index) =>
        place(
          p.path('M0 -12L10 0L0 12L-10 0Z', { fill: flame, shade: false, width: 1 }),
          x,
          [494, 502, 504, 502, 494][index] ?? 500,
        ),
      )
      .join('')
  );
}

function head(p: Pen): string {
  const ear = (side: number) => p.oval(256 + side * 100, 308, 20, 28, { fill: warmSkin, shade: warmShade });
  return (
    p.path('M148 318C126 200 176 140 256 140C336 140 386 200 364 318Z', { fill: furShade, shade: false }) +
    ear(-1) +
    ear(1) +
    p.path(
      'M158 270C158 196 196 172 256 172C316 172 354 196 354 270C354 350 322 412 256 412C190 412 158 350 158 270Z',
      {
        fill: warmSkin,
        shade: warmShade,
      },
    ) +
    p.path(
      'M150 282C146 212 176 160 256 158C336 160 366 212 362 282C352 258 344 238 334 228C300 236 240 230 214 210C206 236 164 246 150 282Z',
      { fill: furShade, shade: false },
    ) +
    cheeks(p, 256, 346, 58, 20, '#d4545a') +
    dotEyes(p, 256, 304, 40, 16, { look: [0, -0.1] }) +
    p.path('M196 274Q214 262 234 270M278 270Q298 262 316 274', { width: 3 }) +
    p.path('M256 310C248 328 242 338 250 342Q258 345 266 340', { width: 2.2 }) +
    p.path('M218 362Q256 374 294 362Q288 394 256 394Q224 394 218 362Z', { fill: snow, shade: false }) +
    p.path('M210 358Q216 362 222 362M302 358Q296 362 290 362', { width: 2.4 })
  );
}
