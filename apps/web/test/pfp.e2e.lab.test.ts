import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { load, waitForToast } from './page-parts.ts';
import {
  BLUE,
  drag,
  expectPose,
  hat,
  LIME,
  onCanvas,
  onStage,
  openDownload,
  openPng,
  type Pixel,
  photo,
  RED,
  stripes,
  touch,
  turnedJpeg,
  uploadPhoto,
  widePhoto,
} from './pfp-parts.ts';
import { PHONE, startWeb } from './web-under-test.ts';
import { expectWhole } from './whole-page.ts';

const web = closeAfterAll(await startWeb());

const worn = (page: Page) => page.getByRole('list', { name: 'On the picture' }).getByRole('button');
const wornNames = (page: Page) => worn(page).evaluateAll((all) => all.map((one) => one.ariaLabel));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function save(page: Page) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  return { name: download.suggestedFilename(), picture: await openDownload(page, download) };
}

async function upload(page: Page, file: ReturnType<typeof photo>) {
  await uploadPhoto(page, file);
  await waitForToast(page, 'Image Uploaded');
}

const isRed = ([red, green, blue]: Pixel) => red > 120 && green < 80 && blue < 90;

test('a photo is uploaded and cropped, gets a hat that is moved, sized, turned and undone, and is saved as santa-pfp.png', async () => {
  const { page } = await web.open('/pfp', { complains: false });
  expect(await button(page, 'Download').isDisabled()).toBe(true);
  await upload(page, widePhoto());
  const canvas = page.getByRole('application').locator('canvas');
  expect(await canvas.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).toEqual([
    500, 500,
  ]);
  for (const [x, y, colour] of [
    [5, 5, LIME],
    [245, 250, LIME],
    [255, 250, BLUE],
    [495, 495, BLUE],
  ] as const) {
    expect([x, y, await onCanvas(page, x, y)]).toEqual([x, y, colour]);
  }

  await hat(page).click();
  await expectPose(page).toBe('Santa classic: 250 across, 167 down, size 0.50, turned 0 degrees');
  await expect.poll(async () => isRed(await onCanvas(page, 235, 130))).toBe(true);
  await drag(page, [235, 130], [135, 230]);
  await expectPose(page).toContain('150 across, 267 down');
  await expect.poll(async () => isRed(await onCanvas(page, 135, 230))).toBe(true);
  expect(await onCanvas(page, 300, 130)).toEqual(BLUE);

  await page.getByLabel('Size').fill('1.5');
  await page.getByLabel('Rotation').fill('-180');
  await expectPose(page).toContain('size 1.50, turned -180 degrees');
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await expectPose(page).toContain('150 across, 267 down, size 0.50, turned 0 degrees');
  await page.keyboard.press('Control+z');
  await expectPose(page).toContain('250 across, 167 down');
  await button(page, 'Redo').click();
  await expectPose(page).toContain('150 across, 267 down');

  const { name, picture } = await save(page);
  await waitForToast(page, 'Download Complete');
  const post = new URL((await page.getByRole('link', { name: 'Post on X' }).getAttribute('href')) ?? '');
  expect([post.origin, post.searchParams.get('url')]).toEqual(['https://x.com', `${web.stack.url}/pfp`]);
  expect([name, picture.width, picture.height]).toEqual(['santa-pfp.png', 500, 500]);
  for (const [x, y] of [
    [5, 5],
    [135, 230],
    [300, 130],
    [400, 490],
  ] as const) {
    expect([x, y, picture.at(x, y)]).toEqual([x, y, await onCanvas(page, x, y)]);
  }
});

test('the sliders have the specified limits and steps; reset goes to 250, 100, half size, upright', async () => {
  const { page } = await web.open('/pfp');
  expect(await page.getByLabel('Size').isDisabled()).toBe(true);
  await hat(page, 'Antlers').click();
  const limits = (label: string) =>
    page.getByLabel(label).evaluate(({ min, max, step, value }: HTMLInputElement) => [min, max, step, value]);
  expect(await limits('Size')).toEqual(['0.1', '1.5', '0.05', '0.5']);
  expect(await limits('Rotation')).toEqual(['-180', '180', '5', '0']);
  await page.getByLabel('Size').focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByLabel('Rotation').focus();
  await page.keyboard.press('End');
  await expectPose(page).toContain('size 0.65, turned 180 degrees');
  await button(page, 'Flip').click();
  await button(page, 'Reset').click();
  await expectPose(page).toBe('Antlers: 250 across, 100 down, size 0.50, turned 0 degrees');
});

test('all of it works by keyboard', async () => {
  const { page } = await web.open('/pfp');
  await hat(page).click();
  // After a click, keys work at once.
  const keys = ['ArrowLeft', 'Shift+ArrowDown', '+', '+', '-', ']', ']', '['];
  for (const key of keys) await page.keyboard.press(key);
  await expectPose(page).toBe('Santa classic: 248 across, 187 down, size 0.55, turned 5 degrees');
  await page.keyboard.press('Control+z');
  await expectPose(page).toContain('turned 10 degrees');
  await page.keyboard.press('Control+Shift+z');
  await expectPose(page).toContain('turned 5 degrees');
  await page.keyboard.press('Escape');
  await expectPose(page).toBe('');
  await page.keyboard.press('Delete');
  expect(await wornNames(page)).toEqual(['Santa classic']);

  // Keyboard only: choosing keeps the focus on the shelf.
  await page.getByRole('tab', { name: 'Hats' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.getByRole('tab', { name: 'Helpers' }).getAttribute('aria-selected'))
    .toBe('true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectPose(page).toContain('Peeking elf');
  expect(await hat(page, 'Peeking elf').evaluate((chosen) => chosen === document.activeElement)).toBe(true);
  await page.getByRole('application').focus();
  await page.keyboard.press('PageDown');
  await expect.poll(() => wornNames(page)).toEqual(['Santa classic', 'Peeking elf']);
  await page.keyboard.press('Delete');
  await expect.poll(() => wornNames(page)).toEqual(['Santa classic']);
});

test('touch gestures drag, pinch and turn', async () => {
  const { page } = await web.open('/pfp', { viewport: PHONE, hasTouch: true, isMobile: true });
  await hat(page).tap();
  await expectPose(page).toContain('250 across, 167 down');
  await expect.poll(async () => isRed(await onCanvas(page, 235, 130))).toBe(true);
  await page.getByRole('application').scrollIntoViewIfNeeded();
  await touch(page, '235,130 285,180 335,230');
  await expectPose(page).toContain('350 across, 267 down');
  await touch(page, '300,267 275,267 250,267', '400,267 425,267 450,267');
  await expectPose(page).toBe('Santa classic: 350 across, 267 down, size 1.00, turned 0 degrees');
  await touch(page, '300,267 315,232 350,217', '400,267 385,302 350,317');
  await expectPose(page).toBe('Santa classic: 350 across, 267 down, size 1.00, turned 90 degrees');
  await button(page, 'Undo').tap();
  await expectPose(page).toContain('size 1.00, turned 0 degrees');
});

test('the corners size, and the knob turns', async () => {
  const { page } = await web.open('/pfp');
  await hat(page).click();
  await expectPose(page).toContain('Santa classic');
  await drag(page, [382, 299], [448, 365]);
  await expectPose(page).toMatch(/250 across, 167 down, size 0\.75, turned 0/);
  await button(page, 'Undo').click();
  await drag(page, [250, 13], [404, 167]);
  await expectPose(page).toContain('size 0.50, turned 90 degrees');
});

test('a new hat replaces an untouched one; several overlays are added, ordered, flipped and removed', async () => {
  const { page } = await web.open('/pfp');
  await hat(page).click();
  await hat(page, 'Top hat').click();
  await expect.poll(() => wornNames(page)).toEqual(['Top hat']);
  await page.keyboard.press('ArrowDown');
  await hat(page).click();
  await page.getByRole('tab', { name: 'Helpers' }).click();
  await hat(page, 'Star').click();
  await expect.poll(() => wornNames(page)).toEqual(['Star', 'Santa classic', 'Top hat']);
  await button(page, 'Send backward').click();
  await expect.poll(() => wornNames(page)).toEqual(['Santa classic', 'Star', 'Top hat']);
  await button(page, 'Bring forward').click();
  await worn(page).nth(2).click();
  await expectPose(page).toContain('Top hat');
  await button(page, 'Delete').click();
  await expect.poll(() => wornNames(page)).toEqual(['Star', 'Santa classic']);
  // A click on an overlay selects it; a click beside it deselects.
  await page.mouse.click(...(await onStage(page, 30, 470)));
  await expectPose(page).toBe('');
  await page.mouse.click(...(await onStage(page, 250, 180)));
  await expectPose(page).toContain('Star');
  const before = await onCanvas(page, 198, 260);
  await button(page, 'Flip').click();
  await expect.poll(() => onCanvas(page, 198, 260)).not.toEqual(before);
});

test('all eight hats and eight helpers load', async () => {
  const { page } = await web.open('/pfp');
  for (const category of ['Hats', 'Helpers']) {
    await page.getByRole('tab', { name: category }).click();
    const images = page.getByRole('tabpanel').locator('img');
    expect(await images.count()).toBe(8);
    await expect
      .poll(() =>
        images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true);
  }
});

test.each([
  { side: 1280, saved: 1280 },
  { side: 5000, saved: 2048 },
])('a photo of $side pixels can be saved at $saved', async ({ side, saved }) => {
  const { page } = await web.open('/pfp');
  await upload(page, photo(stripes(side, side, ['#0f0', '#00f'])));
  await hat(page).click();
  await page.getByRole('radio', { name: `Large (${saved} × ${saved})` }).check();
  const { picture } = await save(page);
  expect([picture.width, picture.height]).toEqual([saved, saved]);
  const unit = saved / 500;
  expect(picture.at(2, 2)).toEqual(LIME);
  expect(picture.at(saved - 2, saved - 2)).toEqual(BLUE);
  expect(isRed(picture.at(235 * unit, 130 * unit))).toBe(true);
});

test('a photo with an EXIF rotation is shown upright', async () => {
  const { page } = await web.open('/pfp');
  await upload(page, photo(await turnedJpeg(page), 'phone.jpg', 'image/jpeg'));
  await expect.poll(() => onCanvas(page, 450, 250)).toEqual([254, 0, 0, 255]);
  expect(await onCanvas(page, 50, 250)).toEqual([0, 0, 254, 255]);
});

test('a file that is no photo, broken or too large shows an error, and the previous photo stays', async () => {
  const { page } = await web.open('/pfp');
  await uploadPhoto(page, photo(Buffer.from('ho ho ho'), 'list.txt', 'text/plain'));
  await waitForToast(page, 'Invalid File', 'Please upload an image file.');
  await page.getByRole('heading', { name: 'Invalid File' }).waitFor();
  await upload(page, widePhoto());
  await uploadPhoto(page, photo(Buffer.from('not a picture at all'), 'broken.png'));
  await waitForToast(page, 'Broken Image');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(100_000_001)], 'large.png', { type: 'image/png' }));
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
  });
  await waitForToast(page, 'Image Too Large');
  expect(await onCanvas(page, 5, 5)).toEqual(LIME);
});

test('a photo can be pasted and dropped; other files are refused, pasted text is left alone', async () => {
  const { page } = await web.open('/pfp');
  const hand = (kind: 'paste' | 'drop', file: { base64: string; type: string } | undefined) =>
    page.evaluate(
      ([how, given]) => {
        const transfer = new DataTransfer();
        if (given) {
          const bytes = Uint8Array.from(atob(given.base64), (sign) => sign.charCodeAt(0));
          transfer.items.add(new File([bytes], 'given', { type: given.type }));
        } else transfer.setData('text/plain', 'just words');
        const options = { bubbles: true, cancelable: true };
        if (how === 'paste') {
          document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }));
          return;
        }
        document.body.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: transfer }));
        document.body.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: transfer }));
      },
      [kind, file] as const,
    );
  const encoded = (colour: string) => ({
    base64: stripes(60, 60, [colour]).toString('base64'),
    type: 'image/png',
  });
  await hand('paste', undefined);
  await hand('paste', encoded('#f00'));
  await expect.poll(() => onCanvas(page, 250, 250)).toEqual(RED);
  await hand('drop', encoded('#00f'));
  await expect.poll(() => onCanvas(page, 250, 250)).toEqual(BLUE);
  await hand('drop', { base64: '', type: 'application/pdf' });
  await waitForToast(page, 'Invalid File', 'Please upload an image file.');
  expect(await onCanvas(page, 250, 250)).toEqual(BLUE);
});

test('the sample face can be used and saved', async () => {
  const { page } = await web.open('/pfp');
  await button(page, 'Borrow a face').click();
  await expect.poll(() => button(page, 'Download').isEnabled()).toBe(true);
  const { picture } = await save(page);
  expect([picture.width, picture.at(250, 200)[3]]).toEqual([500, 255]);
});

test('the picture goes to the clipboard, and to other apps where the browser can', async () => {
  const { page } = await web.visit();
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        document.title = files.map(({ name, type }) => `${name} ${type}`).join();
      },
    });
  });
  await load(page, '/pfp');
  await upload(page, widePhoto());
  await button(page, 'Copy').click();
  await waitForToast(page, 'Copied!');
  const base64 = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const blob = await item?.getType('image/png');
    const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  });
  const copied = await openPng(page, base64);
  expect([copied.width, copied.at(5, 5), copied.at(495, 5)]).toEqual([500, LIME, BLUE]);
  await button(page, 'Share').click();
  await expect.poll(() => page.title()).toBe('santa-pfp.png image/png');
});

test('the photo never leaves the browser: nothing is sent while it is edited', async () => {
  const { page } = await web.open('/pfp');
  await page.getByText('Your photo never leaves this browser.').waitFor();
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => {
    const isPlain = request.method() === 'GET' && request.postDataBuffer() === null;
    if (!isPlain) sent.push(`${request.method()} ${request.url()}`);
    // Blob URLs of downloads never reach the network.
    if (!request.url().startsWith('blob:')) asked.push(new URL(request.url()).pathname);
  });
  await upload(page, widePhoto());
  await hat(page).click();
  await save(page);
  await waitForToast(page, 'Download Complete');
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual([]);
  // Artwork and chunks of the app.
  expect(asked.filter((path) => !/^\/(art|assets)\//.test(path))).toEqual([]);
  const kept = await page.evaluate(async () => ({
    texts: [...Object.entries(localStorage), ...Object.entries(sessionStorage), document.cookie],
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }));
  expect(kept.databases).toEqual([]);
  expect(kept.caches).toEqual([]);
  // Neither as a URL nor raw: a base64 PNG starts with `iVBORw`.
  expect(JSON.stringify(kept.texts)).not.toMatch(/data:|blob:|iVBORw/);
  expect(JSON.stringify(kept.texts).length).toBeLessThan(500);
});

test('artwork that fails to load is reported', async () => {
  const { page } = await web.open('/pfp');
  await button(page, 'Borrow a face').click();
  await expect.poll(() => button(page, 'Download').isEnabled()).toBe(true);
  await page.route('**/art/helpers/**', (route) => route.abort());
  await page.getByRole('tab', { name: 'Helpers' }).click();
  await hat(page, 'Robin').click();
  await waitForToast(page, "Robin didn't load");
  await page.unroute('**/art/helpers/**');
  await button(page, 'Undo').click();
  await hat(page, 'Robin').click();
  await expectPose(page).toContain('Robin');
  await save(page);
});

const states: { state: string; reach: (page: Page) => Promise<unknown> }[] = [
  { state: 'empty', reach: () => Promise.resolve() },
  { state: 'broken', reach: (page) => uploadPhoto(page, photo(Buffer.from('x'), 'broken.png')) },
  {
    state: 'dressed and round',
    reach: async (page) => {
      await uploadPhoto(page, photo(stripes(900, 900, ['#0f0', '#00f'])));
      await hat(page).click();
      await button(page, 'Circle preview').click();
      await page.getByText('You, in a timeline near you').waitFor();
      await page.getByText('Every key').click();
    },
  },
];

test.each(states)('$state fits every width', async ({ state, reach }) => {
  const { page } = await web.open('/pfp', { viewport: PHONE });
  await reach(page);
  await expectWhole(page, state);
});

test('the circle shows a round crop: the middle unchanged, the corners dark', async () => {
  const { page } = await web.open('/pfp');
  await uploadPhoto(page, widePhoto());
  const small = page.getByRole('figure').filter({ hasText: 'You, in a timeline near you' }).locator('canvas');
  const seenAt = async (place: Locator, parts: readonly number[]) => {
    const picture = await openPng(page, (await place.screenshot()).toString('base64'));
    return parts.map((part) => picture.at(picture.width * part, picture.height * part));
  };
  const stage = page.getByRole('application');
  const [corner, inside, middle] = [0.04, 0.2, 0.45];
  await expect.poll(() => seenAt(stage, [corner, inside, middle])).toEqual([LIME, LIME, LIME]);
  const circle = button(page, 'Circle preview');
  expect(await circle.getAttribute('aria-pressed')).toBe('false');
  await circle.click();
  expect(await circle.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => seenAt(stage, [inside, middle])).toEqual([LIME, LIME]);
  const [[red = 255, green = 255, blue = 255] = []] = await seenAt(stage, [corner]);
  expect(Math.max(red, green, blue)).toBeLessThan(100);
  // At timeline size, the round crop hides the corners.
  expect(await small.count()).toBe(2);
  for (const canvas of await small.all()) {
    const [outer, inner] = await seenAt(canvas, [corner, middle]);
    expect(inner).toEqual(LIME);
    expect(outer).not.toEqual(LIME);
  }
  await circle.click();
  await expect.poll(() => seenAt(stage, [corner])).toEqual([LIME]);
});

test('on a phone the picture stays in view while the tools are used', async () => {
  const { page } = await web.open('/pfp', { viewport: PHONE, hasTouch: true, isMobile: true });
  await hat(page).tap();
  await page.getByLabel('Rotation').scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector('input[type=range]')?.scrollIntoView({ block: 'end' }));
  const box = await page.getByRole('application').boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(60);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PHONE.height);
});

test('the page is prerendered, complies with its policy, and has no layout shift', async () => {
  const html = await (await fetch(`${web.stack.url}/pfp`)).text();
  expect(html).toContain('<title>Santa profile-picture editor');
  expect(html).toContain('Your photo never leaves this browser.');
  expect(html).toContain('/art/social/social-pfp.png');
  expect(html).not.toMatch(/\sstyle="/);
  const { page } = await web.visit({ complains: false, viewport: PHONE });
  await watchShifts(page);
  await load(page, '/pfp');
  await page.waitForLoadState('networkidle');
  expect(await shiftsOf(page)).toEqual([]);
});
