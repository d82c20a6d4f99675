import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '@naughty-list/test-kit/browser';
import type { Browser } from 'playwright-core';
import { decompress } from 'wawoff2';

const require = createRequire(import.meta.url);

/** Installed fonts of a device. Liberation Sans derives from Arimo: same outlines and widths. */
export const fontSets = {
  'Noto Serif alone': [require.resolve('@fontsource/noto-serif/files/noto-serif-latin-400-normal.woff2')],
  'DejaVu and Liberation': [
    require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2'),
    require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2'),
    require.resolve('@fontsource/dejavu-serif/files/dejavu-serif-latin-400-normal.woff2'),
    require.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2'),
    require.resolve('@fontsource/arimo/files/arimo-latin-700-normal.woff2'),
  ],
  Noto: [
    require.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2'),
    require.resolve('@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff2'),
    require.resolve('@fontsource/noto-serif/files/noto-serif-latin-400-normal.woff2'),
  ],
} as const satisfies Record<string, readonly string[]>;

export type FontSet = keyof typeof fontSets;

/** Launches a browser that only has these fonts installed. */
export async function launchWithFonts(
  set: FontSet,
): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-fonts-'));
  const file = await installFonts(folder, fontSets[set]);
  const browser = await launchBrowser({ FONTCONFIG_FILE: file });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Browsers on Linux reject installed WOFF fonts, so they are unpacked; returns the fontconfig file. */
async function installFonts(folder: string, packed: readonly string[]): Promise<string> {
  const fonts = join(folder, 'fonts');
  mkdirSync(fonts);
  for (const [index, path] of packed.entries()) {
    writeFileSync(join(fonts, `${index}.ttf`), await decompress(readFileSync(path)));
  }
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>
`,
  );
  return file;
}
