import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

const faces = [
  {
    family: 'Source Sans 3 Variable',
    weight: '200 900',
    file: require.resolve('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
  },
  {
    family: 'Berkshire Swash',
    weight: '400',
    file: require.resolve('@fontsource/berkshire-swash/files/berkshire-swash-latin-400-normal.woff2'),
  },
];

/** Those of names, sites and links; no file has the rest, so it is a face of the device. */
const handleFace = {
  family: 'Atkinson Hyperlegible',
  weight: '700',
  file: require.resolve(
    '@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-700-normal.woff2',
  ),
};
const HANDLE_CHARACTERS = '@_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.:/#“” ';

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
/** Characters used by the page's own texts. */
export const FIRST_CHARACTERS = `${ASCII}\u{a0}©°·×–—‘'“”•…€™←↑→↓−`;

/** The fonts of case cards as TrueType, which the renderer reads, with their family names. */
export async function cardFonts(): Promise<{ file: string; bytes: Buffer }[]> {
  const [sans, display] = faces;
  const of = async (face: typeof sans, variationAxes?: Record<string, number>) =>
    face
      ? subsetFont(await readFile(face.file), FIRST_CHARACTERS, {
          targetFormat: 'truetype',
          ...(variationAxes ? { variationAxes } : {}),
        })
      : Buffer.of();
  return [
    { file: 'card-sans.ttf', bytes: await of(sans, { wght: 600 }) },
    { file: 'card-display.ttf', bytes: await of(display) },
  ];
}

const NAME = 'faces.js';
const SWAP = /font-display:\s*swap/g;

/**
 * Embeds font subsets for the page's own texts in a script that runs before layout: a face built from bytes is
 * available at once, while one from a URL (even `data:`) loads after the first paint and shifts the layout. All other
 * characters come from files with `font-display: optional`: a late file takes effect on the next page only.
 */
export function firstFaces(): Plugin {
  return {
    name: 'first-faces',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    async buildStart() {
      this.emitFile({ type: 'asset', name: NAME, source: await facesScript() });
    },
    transform: {
      filter: { id: /\/src\/styles\.css$/ },
      handler(css) {
        // Fontsource hard-codes `swap`.
        const code = css.replace(SWAP, 'font-display: optional');
        if (code === css) throw new Error('styles.css declares no faces of Fontsource');
        return { code, map: null };
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(NAME));
        if (!file) throw new Error(`the build has no ${NAME}`);
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head' }];
      },
    },
  };
}

async function facesScript(): Promise<string> {
  const made = await Promise.all(
    [...faces, handleFace].map(async ({ family, weight, file }) => {
      const characters = family === handleFace.family ? HANDLE_CHARACTERS : FIRST_CHARACTERS;
      const bytes = await subsetFont(await readFile(file), characters, { targetFormat: 'woff2' });
      return [family, weight, bytes.toString('base64')];
    }),
  );
  const unicodeRange = [...FIRST_CHARACTERS]
    .map((character) => `U+${character.codePointAt(0)?.toString(16)}`)
    .join();
  return `for (const [family, weight, packed] of ${JSON.stringify(made)}) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  document.fonts.add(new FontFace(family, bytes, { weight, unicodeRange: ${JSON.stringify(unicodeRange)} }));
}
`;
}
