import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  LOOP_COUNT,
  loopFile,
  loopIndex,
  REMOVAL_LOOP_OFFSET,
} from '../src/features/naughty-list/loop-video.tsx';
import { openRemoval, sticksOut, waitUntilAlive } from './page-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb());

const filmsOf = (page: Page) => page.getByRole('region', { name: 'Films from the workshop' });
const shownFilm = (films: Locator) => films.getByRole('tab', { selected: true }).textContent();
const isMoving = (video: Locator) => video.evaluate((element: HTMLVideoElement) => !element.paused);
/** Playing, with at least one frame shown. */
const isPlaying = (video: Locator) =>
  expect
    .poll(() =>
      video.evaluate(({ currentTime, paused, readyState, networkState }: HTMLVideoElement) =>
        currentTime > 0 ? 'playing' : { paused, readyState, networkState },
      ),
    )
    .toBe('playing');

test('four films: arrows, dots and keys cycle through them', async () => {
  const { page } = await web.open('/');
  const films = filmsOf(page);
  expect(await films.getByRole('tab').allTextContents()).toEqual([
    'Explainer',
    '50Sant',
    'Clubnight',
    'Villains',
  ]);
  expect(await shownFilm(films)).toBe('Explainer');
  await films.getByRole('button', { name: 'Next film' }).click();
  await expect.poll(() => shownFilm(films)).toBe('50Sant');
  await films.getByRole('link', { name: 'Play the film 50Sant' }).waitFor();
  await films.getByRole('button', { name: 'Previous film' }).click();
  await films.getByRole('button', { name: 'Previous film' }).click();
  await expect.poll(() => shownFilm(films)).toBe('Villains');
  await films.getByRole('tab', { name: 'Clubnight' }).click();
  await expect.poll(() => shownFilm(films)).toBe('Clubnight');
  for (const [key, label] of [
    ['ArrowRight', 'Villains'],
    ['ArrowRight', 'Explainer'],
    ['ArrowLeft', 'Villains'],
    ['Home', 'Explainer'],
    ['End', 'Villains'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => shownFilm(films)).toBe(label);
    expect(await page.locator(':focus').textContent()).toBe(label);
  }
});

test('a film is fetched from this site when it is played, with captions and without a layout shift', async () => {
  const { page } = await web.visit({ reducedMotion: 'no-preference', complains: false });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  const films = filmsOf(page);
  const place = films.getByRole('tabpanel');
  const room = await place.boundingBox();
  expect(asked.filter((url) => /\.(webm|mp4)$/.test(url))).toEqual([]);
  await films.getByRole('link', { name: 'Play the film Explainer' }).focus();
  await page.keyboard.press('Enter');
  const video = films.locator('video');
  await isPlaying(video);
  expect(await video.locator('track').getAttribute('src')).toBe('/art/explainers/explainer.vtt');
  expect(await place.boundingBox()).toEqual(room);
  await films.getByRole('button', { name: 'Next film' }).click();
  await expect.poll(() => video.count()).toBe(0);
  expect(asked.filter((url) => !url.startsWith(web.stack.url))).toEqual([]);
});

test('on a phone the search box comes first, and the films below the ledger', async () => {
  const { page } = await web.open('/', { viewport: PHONE, hasTouch: true, isMobile: true });
  const search = await page.getByRole('combobox').boundingBox();
  expect((search?.y ?? 1_000) + (search?.height ?? 0)).toBeLessThan(PHONE.height);
  const films = filmsOf(page);
  expect(await films.count()).toBe(1);
  expect((await films.boundingBox())?.y).toBeGreaterThan(search?.y ?? 0);
  await films.scrollIntoViewIfNeeded();
  await waitUntilAlive(page);
  const room = await films.getByRole('tabpanel').boundingBox();
  const touch = (type: string, x: number) =>
    films.getByRole('tabpanel').dispatchEvent(type, {
      touches: type === 'touchend' ? [] : [{ identifier: 0, clientX: x, clientY: room?.y ?? 0 }],
      changedTouches: [{ identifier: 0, clientX: x, clientY: room?.y ?? 0 }],
    });
  await touch('touchstart', 250);
  await touch('touchend', 120);
  await expect.poll(() => shownFilm(films)).toBe('50Sant');
  expect(await sticksOut(page)).toEqual([]);
});

test('each card plays its loop silently while in view; a missing one is replaced by the next', async () => {
  const report = await web.report({ username: 'loopy_elf' });
  const { page } = await web.visit({ reducedMotion: 'no-preference' });
  await page.route(`**${loopFile(loopIndex(report.id))}.*`, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  const card = await openRemoval(page, 'loopy_elf');
  const crime = card.getByRole('region', { name: 'Crypto Crime' }).locator('video');
  const silence = card.getByRole('region', { name: "Buy Santa's Silence!" }).locator('video');
  await card.getByLabel('Transaction hash').waitFor();
  // The loop is below the button.
  await card
    .getByRole('button', { name: 'Hide' })
    .evaluate((button) => button.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await isPlaying(silence);
  expect(await silence.getAttribute('poster')).toBe(
    `${loopFile((report.id + REMOVAL_LOOP_OFFSET) % LOOP_COUNT)}.jpg`,
  );
  await card.getByRole('heading', { name: 'Crypto Crime' }).scrollIntoViewIfNeeded();
  await expect.poll(() => crime.getAttribute('poster')).toBe(`${loopFile(loopIndex(report.id, 1))}.jpg`);
  await isPlaying(crime);
  expect(
    await crime.evaluate((video: HTMLVideoElement) => [video.muted, video.loop, video.playsInline]),
  ).toEqual([true, true, true]);
  await card.getByRole('button', { name: 'Stop the animation' }).first().click();
  await expect.poll(() => isMoving(crime)).toBe(false);
  await card.getByRole('button', { name: 'Play the animation' }).first().click();
  await expect.poll(() => isMoving(crime)).toBe(true);
  await page.getByText("If you're fading Santa, you're NGMI").scrollIntoViewIfNeeded();
  await expect.poll(() => isMoving(crime)).toBe(false);
});

test('Buy $LIST rings the bell at 0.7; a failure is only logged', async () => {
  const { page } = await web.visit();
  await page.addInitScript(() => {
    const rung: unknown[] = [];
    Object.assign(window, { rung });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      rung.push([new URL(this.src).pathname, this.volume]);
      return play.call(this);
    };
  });
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Buy $LIST' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { rung: unknown[] }).rung))
    .toEqual([['/art/bell.ogg', 0.7]]);

  const deaf = await web.visit();
  await deaf.page.route('**/art/bell.*', (route) => route.abort());
  await deaf.page.goto('/');
  await deaf.page.getByRole('article').first().waitFor();
  await deaf.page.getByRole('banner').getByRole('button', { name: 'Buy $LIST' }).click();
  await expect.poll(() => deaf.complaints.join('\n')).toContain('the bell could not ring');
  await expect
    .poll(() => deaf.page.locator('#token').evaluate((token) => token.getBoundingClientRect().top))
    .toBeLessThan(400);
});
