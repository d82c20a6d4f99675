import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type * as Renderer from './src/prerender/render.tsx';

/** Runs long before the app: keeps what is pressed meanwhile. */
export const EARLY_SCRIPT = 'src/early-presses.ts';
const ENTRY = 'src/prerender/render.tsx';
const HEAD = /<!--head-->[\s\S]*<!--\/head-->/;
const ROOT = '<div id="root"></div>';

/**
 * Writes every public page as HTML that can be read before any script runs: the app is built once more for Node and
 * asked for each page. `%PUBLIC_ORIGIN%` stays in the pages; the gateway fills it in where it serves them.
 */
export function prerender(): Plugin {
  let root = '';
  return {
    name: 'prerender',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      root = config.root;
    },
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const template = await readFile(join(dir, 'index.html'), 'utf8');
      if (!HEAD.test(template) || !template.includes(ROOT)) {
        throw new Error('index.html has no <!--head--> … <!--/head-->, or no empty #root');
      }
      const { pages, sitemap } = await renderWithNode(root);
      const early = `<script async type="module" crossorigin src="/${chunkOf(bundle, EARLY_SCRIPT).fileName}"></script>`;
      for (const { file, path, head, body } of pages) {
        const preloads = path === undefined ? [] : routeChunks(bundle, path);
        const links = preloads.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk}" />`);
        const html = template
          .replace(HEAD, () => [head, ...(body === '' ? [] : [early]), ...links].join('\n    '))
          .replace(ROOT, () => `<div id="root">${body}</div>`);
        await writeFile(join(dir, file), html);
      }
      await writeFile(join(dir, 'sitemap.xml'), sitemap);
    },
  };
}

/** Builds the renderer within node_modules, from where it finds the packages that it leaves outside, and runs it. */
async function renderWithNode(root: string): ReturnType<typeof Renderer.renderSite> {
  const place = join(root, 'node_modules');
  await mkdir(place, { recursive: true });
  const outDir = await mkdtemp(join(place, '.prerender-'));
  try {
    await build({
      root,
      logLevel: 'error',
      build: { ssr: ENTRY, outDir, copyPublicDir: false, emptyOutDir: false },
    });
    const renderer: typeof Renderer = await import(pathToFileURL(join(outDir, 'render.js')).href);
    // Pages are loaded as they are rendered: the files have to stay until then.
    return await renderer.renderSite();
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** The files that hold a page's own code, with all that they import, so that they are fetched along with the app's. */
function routeChunks(bundle: Rolldown.OutputBundle, path: string): string[] {
  const app = withImports(bundle, [chunkOf(bundle, 'index.html').fileName]);
  const source = `/routes/${path === '/' ? 'index' : path.slice(1)}.tsx`;
  const own = chunks(bundle).filter(({ facadeModuleId }) =>
    facadeModuleId?.split('?', 1)[0]?.endsWith(source),
  );
  const names = own.map(({ fileName }) => fileName);
  return [...withImports(bundle, names)].filter((name) => !app.has(name));
}

const chunks = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

function chunkOf(bundle: Rolldown.OutputBundle, source: string): Rolldown.OutputChunk {
  const found = chunks(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
  if (!found) throw new Error(`the build has no chunk of ${source}`);
  return found;
}

/** Chunks with everything that they import at once. */
function withImports(bundle: Rolldown.OutputBundle, names: readonly string[]): ReadonlySet<string> {
  const all = new Set(names);
  for (const name of all) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const imported of file.imports) all.add(imported);
  }
  return all;
}
