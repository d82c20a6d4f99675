import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { explainers } from '../src/films/explainers.ts';
import { promos } from '../src/films/promos.ts';
import { loopName, loops } from '../src/loops/make.ts';
import { artFolder, publicFolder } from '../src/output.ts';
import { helpers } from '../src/stills/helpers.ts';
import { hats } from '../src/stills/make.ts';
import { socials } from '../src/stills/social.ts';

const kilobyte = 1024;

function sizeOf(name: string): number {
  return statSync(join(artFolder, name)).size;
}

function within(name: string, most: number): void {
  const size = sizeOf(name);
  expect(size, name).toBeGreaterThan(100);
  expect(size, name).toBeLessThanOrEqual(most);
}

/** Width and height from a PNG's header. */
function pngSize(name: string): readonly [number, number] {
  const head = readFileSync(join(artFolder, name)).subarray(16, 24);
  return [head.readUInt32BE(0), head.readUInt32BE(4)];
}

function expectFilm(name: string, budget: number, poster: number): void {
  within(`${name}.webm`, budget);
  within(`${name}.mp4`, budget);
  within(`${name}.jpg`, poster);
  expect(readFileSync(join(artFolder, `${name}.webm`)).readUInt32BE(0), `${name}.webm`).toBe(0x1a45dfa3);
  const mp4 = readFileSync(join(artFolder, `${name}.mp4`));
  expect(mp4.toString('latin1', 4, 8), `${name}.mp4`).toBe('ftyp');
  // With the index first, a browser can play while it is still loading.
  expect(mp4.indexOf('moov'), `${name}.mp4`).toBeLessThan(mp4.indexOf('mdat'));
  expect(readFileSync(join(artFolder, `${name}.jpg`)).readUInt16BE(0), `${name}.jpg`).toBe(0xffd8);
}

describe('pictures', () => {
  const names = [
    'logo.svg',
    'logo-wordmark.svg',
    'sample-face.svg',
    ...Object.keys(hats).map((name) => `hats/${name}.svg`),
    ...Object.keys(helpers).map((name) => `helpers/${name}.svg`),
    ...['grotto', 'workshop', 'wreath'].map((name) => `scenes/${name}.svg`),
  ];

  it('are eight hats and eight helpers', () => {
    expect(Object.keys(hats)).toHaveLength(8);
    expect(Object.keys(helpers)).toHaveLength(8);
    expect(readdirSync(join(artFolder, 'hats'))).toHaveLength(8);
    expect(readdirSync(join(artFolder, 'helpers'))).toHaveLength(8);
  });

  it.each([...names.map((name) => join('art', name)), 'favicon.svg'])(
    '%s parses and needs nothing from outside',
    (path) => {
      const svg = readFileSync(join(publicFolder, path), 'utf8');
      expect(() => new Resvg(svg, { font: { loadSystemFonts: false } })).not.toThrow();
      expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
        /<script|<foreignObject|<text|<image|href=|javascript:|https?:|@import|url\((?!#)|\son\w+=/i,
      );
      expect(svg).not.toContain('NaN');
      expect(svg.length).toBeLessThanOrEqual(110 * kilobyte);
    },
  );

  it('wear a transparent ground', () => {
    for (const [folder, group] of [
      ['hats', hats],
      ['helpers', helpers],
    ] as const)
      for (const name of Object.keys(group)) {
        const svg = readFileSync(join(artFolder, folder, `${name}.svg`), 'utf8');
        expect(svg, name).toContain('viewBox="0 0 512 512"');
        const image = new Resvg(svg).render();
        expect(image.pixels[3], `${name}, upper left corner`).toBe(0);
        expect(image.pixels[511 * 4 + 3], `${name}, upper right corner`).toBe(0);
      }
  });

  it.each(Object.keys(helpers))('%s has its light border all around, and room for it', (name) => {
    const svg = readFileSync(join(artFolder, 'helpers', `${name}.svg`), 'utf8');
    const { pixels, width } = new Resvg(svg).render();
    const at = (x: number, y: number) => pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4);
    const line = Array.from({ length: width }, (_, index) => index);
    // The first opaque pixel from the left, the right and above. Some pictures touch the lower edge.
    const edges = line.flatMap((step) =>
      [line.map((x) => at(x, step)), line.map((x) => at(x, step)).toReversed(), line.map((y) => at(step, y))]
        .map((row) => row.findIndex(([, , , alpha = 0]) => alpha > 250))
        .map((first, side) => ({ first, side, step })),
    );
    const met = edges.filter(({ first }) => first >= 0);
    expect(Math.min(...met.map(({ first }) => first))).toBeGreaterThan(0);
    const dark = met.filter(({ first, side, step }) => {
      const [x, y] = side === 2 ? [step, first] : [side === 0 ? first : width - 1 - first, step];
      return (at(x, y)[0] ?? 0) < 180 || (at(x, y)[2] ?? 0) < 150;
    });
    expect(dark).toEqual([]);
  });

  it('have icons in every size', () => {
    for (const [name, size] of [
      ['icon-16.png', 16],
      ['icon-32.png', 32],
      ['icon-180.png', 180],
      ['icon-192.png', 192],
      ['icon-512.png', 512],
      ['icon-192-maskable.png', 192],
      ['icon-512-maskable.png', 512],
      ['logo-400.png', 400],
    ] as const)
      expect(pngSize(name), name).toEqual([size, size]);
    expect(readFileSync(join(publicFolder, 'favicon.ico')).readUInt16LE(4)).toBe(3);
  });

  it('have a preview image for each kind of page and each answer', () => {
    expect(Object.keys(socials)).toEqual(
      ['home', 'nice-list', 'listed', 'both', 'no-report', 'about', 'pfp'].map((name) => `social-${name}`),
    );
    for (const name of Object.keys(socials)) {
      expect(pngSize(`social/${name}.png`), name).toEqual([1200, 630]);
      within(`social/${name}.png`, 300 * kilobyte);
    }
  });
});

describe('films', () => {
  it('are 38 loops of two to four seconds, each under 200 KB with a poster under 15 KB', () => {
    expect(loops).toHaveLength(38);
    expect(new Set(loops.map((loop) => loop.title)).size).toBe(38);
    expect(readdirSync(join(artFolder, 'loops'))).toHaveLength(38 * 3);
    for (const [number, loop] of loops.entries()) {
      expect(loop.seconds, loop.title).toBeGreaterThanOrEqual(2);
      expect(loop.seconds, loop.title).toBeLessThanOrEqual(4);
      expectFilm(`loops/${loopName(number)}`, 200 * kilobyte, 15 * kilobyte);
    }
  });

  it('are four explainers of 12 to 25 seconds with captions', () => {
    expect(explainers.map((film) => film.title)).toEqual(['Explainer', '50Sant', 'Clubnight', 'Villains']);
    for (const film of explainers) {
      const seconds = film.shots.reduce((sum, shot) => sum + shot.seconds, 0);
      expect(seconds, film.name).toBeGreaterThanOrEqual(12);
      expect(seconds, film.name).toBeLessThanOrEqual(25);
      expectFilm(`explainers/${film.name}`, 1536 * kilobyte, 60 * kilobyte);
      expectCaptions(`explainers/${film.name}.vtt`, film.shots.length);
    }
  });

  it('are six short clips', () => {
    expect(promos).toHaveLength(6);
    for (const film of promos) {
      const seconds = film.shots.reduce((sum, shot) => sum + shot.seconds, 0);
      expect(seconds, film.name).toBeGreaterThanOrEqual(6);
      expect(seconds, film.name).toBeLessThanOrEqual(8.01);
      expectFilm(`promos/${film.name}`, 600 * kilobyte, 60 * kilobyte);
      expectCaptions(`promos/${film.name}.vtt`, film.shots.length);
    }
  });
});

function expectCaptions(name: string, count: number): void {
  const text = readFileSync(join(artFolder, name), 'utf8');
  expect(text.startsWith('WEBVTT\n'), name).toBe(true);
  expect(text.match(/^\d\d:\d\d\.\d{3} --> \d\d:\d\d\.\d{3}$/gm), name).toHaveLength(count);
}

describe('sound', () => {
  it('is a small bell in two formats', () => {
    within('bell.ogg', 40 * kilobyte);
    within('bell.mp3', 40 * kilobyte);
    expect(readFileSync(join(artFolder, 'bell.ogg')).toString('latin1', 0, 4)).toBe('OggS');
  });
});
