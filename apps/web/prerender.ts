import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { cardFonts } from './faces.ts';
import type * as Renderer from './src/prerender/render.tsx';

/** Inline script of a prerendered page: queues early clicks and loads the app after the first paint. */
export const START_SCRIPT = 'src/start.ts';
const ENTRY = 'src/prerender/render.tsx';
const HEAD = /<!--head-->[\s\S]*<!--\/head-->/;
/** The note of a page without scripts. The element stays where there is none: the first paint waits for it. */
const NOTE = /(<noscript id="page-end">)(<p[^>]*>)[\s\S]*?(<\/p>)(<\/noscript>)/;
const ROOT = '<div id="root"></div>';
/** For the gateway: the renderer, pages with placeholders, and the fonts of cards. Dot folders are never served. */
const SERVER_FOLDER = '.server';
const FILLED_PAGES = ['/', '/nice-list', '/case/$username', '/trace/$kind/$value'];
const APP_SCRIPTS = /\n *<(?:script type="module"|link rel="modulepreload") [^>]*>(?:<\/script>)?/g;

/**
 * Prerenders every public page as HTML: the app is built again for Node and renders each page. `%PUBLIC_ORIGIN%`
 * remains as a placeholder for the gateway.
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
      if (!HEAD.test(template) || !NOTE.test(template) || !template.includes(ROOT)) {
        throw new Error('index.html has no <!--head--> … <!--/head-->, no #page-end, or no empty #root');
      }
      const server = join(dir, SERVER_FOLDER);
      const { pages, sitemap } = await renderWithNode(root, server);
      for (const { file, path, head, body, withoutScripts } of pages) {
        // A client-rendered page has nothing to paint before the app loads.
        const html =
          body === ''
            ? template.replace(HEAD, () => head)
            : template
                .replace(APP_SCRIPTS, '')
                .replace(HEAD, () => `${head}\n    ${startTag(bundle, path)}`)
                .replace(ROOT, () => `<div id="root">${body}</div>`)
                .replace(NOTE, withoutScripts ? `$1$2${withoutScripts}$3$4` : '$1$4');
        await writeFile(join(dir, file), html);
        if (path !== undefined && FILLED_PAGES.includes(path)) {
          const list = html
            .replace(head, '<!--page-head-->')
            .replace(body, '<!--page-body-->')
            .replace('</body>', '  <!--page-data-->\n  </body>');
          await writeFile(join(server, file), list);
        }
      }
      await writeFile(join(dir, 'sitemap.xml'), sitemap);
      for (const { file, bytes } of await cardFonts()) await writeFile(join(server, file), bytes);
    },
  };
}

/** Builds the renderer with all that it uses, since the gateway has no packages of the app, and runs it. */
async function renderWithNode(root: string, outDir: string): ReturnType<typeof Renderer.renderSite> {
  await build({
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: ENTRY, outDir, copyPublicDir: false, emptyOutDir: false },
  });
  const renderer: typeof Renderer = await import(pathToFileURL(join(outDir, 'render.js')).href);
  return renderer.renderSite();
}

/**
 * The script tag that starts a prerendered page; it lists every file of the app and the page, so that all load at once.
 */
function startTag(bundle: Rolldown.OutputBundle, path: string | undefined): string {
  const entry = chunkOf(bundle, 'index.html').fileName;
  const page = path === undefined ? [] : pageChunks(bundle, path);
  const files = withImports(bundle, [entry, ...page]);
  // Imports first; the entry, which starts rendering, last.
  files.delete(entry);
  const scripts = [...files, entry].map((file) => `/${file}`).join(' ');
  const start = chunkOf(bundle, START_SCRIPT).fileName;
  return `<script async type="module" crossorigin src="/${start}" data-app="${scripts}"></script>`;
}

/** The files with a page's own code. */
function pageChunks(bundle: Rolldown.OutputBundle, path: string): string[] {
  const source = `/routes/${path === '/' ? 'index' : path.slice(1).replaceAll('/', '.')}.tsx`;
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

/** Chunks with their static imports, each after what it imports. */
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
