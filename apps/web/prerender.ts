import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type * as Renderer from './src/prerender/render.tsx';

/** What a written page runs at once: keeps what is pressed, and fetches the app when the page has been painted. */
export const START_SCRIPT = 'src/start.ts';
const ENTRY = 'src/prerender/render.tsx';
const HEAD = /<!--head-->[\s\S]*<!--\/head-->/;
const ROOT = '<div id="root"></div>';
const APP_SCRIPTS = /\n *<(?:script type="module"|link rel="modulepreload") [^>]*>(?:<\/script>)?/g;

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
      for (const { file, path, head, body } of pages) {
        // A page that is drawn in the browser alone has nothing to paint before the app is there.
        const html =
          body === ''
            ? template.replace(HEAD, () => head)
            : template
                .replace(APP_SCRIPTS, '')
                .replace(HEAD, () => `${head}\n    ${startTag(bundle, path)}`)
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

/** The script that starts a written page; it knows every file of the app and of the page, so that all are fetched at once. */
function startTag(bundle: Rolldown.OutputBundle, path: string | undefined): string {
  const entry = chunkOf(bundle, 'index.html').fileName;
  const page = path === undefined ? [] : pageChunks(bundle, path);
  const files = withImports(bundle, [entry, ...page]);
  // What is imported comes first, and the entry, which begins to draw, last.
  files.delete(entry);
  const scripts = [...files, entry].map((file) => `/${file}`).join(' ');
  const start = chunkOf(bundle, START_SCRIPT).fileName;
  return `<script async type="module" crossorigin src="/${start}" data-app="${scripts}"></script>`;
}

/** The files that hold a page's own code. */
function pageChunks(bundle: Rolldown.OutputBundle, path: string): string[] {
  const source = `/routes/${path === '/' ? 'index' : path.slice(1)}.tsx`;
  return chunks(bundle)
    .filter(({ facadeModuleId }) => facadeModuleId?.split('?', 1)[0]?.endsWith(source))
    .map(({ fileName }) => fileName);
}

const chunks = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

function chunkOf(bundle: Rolldown.OutputBundle, source: string): Rolldown.OutputChunk {
  const found = chunks(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
  if (!found) throw new Error(`the build has no chunk of ${source}`);
  return found;
}

/** Chunks with everything that they import at once, each after what it imports. */
function withImports(bundle: Rolldown.OutputBundle, names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const ordered = new Set<string>();
  const visit = (name: string) => {
    const file = bundle[name];
    if (seen.has(name) || file?.type !== 'chunk') return;
    seen.add(name);
    for (const imported of file.imports) visit(imported);
    ordered.add(name);
  };
  for (const name of names) visit(name);
  return ordered;
}
