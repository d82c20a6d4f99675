import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ChunkFacts, FACTS_FILE } from '../../bundle-facts.ts';

export type SizedFile = { file: string; bytes: number };

/** Files referenced by a page's HTML and needed for hydration; scripts with their static imports. */
export type FirstView = { scripts: SizedFile[]; styles: SizedFile[]; fonts: SizedFile[] };

/** Every script of a build, with its sources: `src/…` of the app, `package/…` of dependencies; virtual ones keep their name. */
export function readChunks(webRoot: string): ChunkFacts[] {
  const chunks: ChunkFacts[] = JSON.parse(readFileSync(join(webRoot, FACTS_FILE), 'utf8'));
  return chunks.map((chunk) => ({ ...chunk, sources: chunk.sources.map(sourceName) }));
}

function sourceName(id: string): string {
  const [path = id] = id.replace(/^\0/, '').split('?', 1);
  const installed = path.lastIndexOf('/node_modules/');
  if (installed >= 0) return path.slice(installed + '/node_modules/'.length);
  return path.replace(/^(\.\.\/)+/, '');
}

/** Reads a prerendered page. */
export function firstView(webRoot: string, htmlFile: string): FirstView {
  const html = readFileSync(join(webRoot, htmlFile), 'utf8');
  const tags = html.match(/<(?:link|script)\s[^>]*>/g) ?? [];
  const asked = (is: RegExp) => tags.filter((tag) => is.test(tag)).flatMap(fileOf);
  const chunks = new Map(readChunks(webRoot).map((chunk) => [chunk.file, chunk]));
  const app =
    /data-app="([^"]*)"/
      .exec(html)?.[1]
      ?.split(' ')
      .map((path) => path.slice(1)) ?? [];
  const scripts = new Set([...asked(/rel="modulepreload"|type="module"/), ...app]);
  for (const file of scripts) for (const imported of chunks.get(file)?.imports ?? []) scripts.add(imported);
  const sized = (files: Iterable<string>) =>
    [...files].map((file) => ({ file, bytes: sentBytes(webRoot, file) }));
  return {
    scripts: sized(scripts),
    styles: sized(asked(/rel="stylesheet"/)),
    fonts: sized(asked(/as="font"|src="\/assets\/faces-/)),
  };
}

const fileOf = (tag: string): string[] => {
  const file = /(?:href|src)="\/([^"]+)"/.exec(tag)?.[1];
  return file ? [file] : [];
};

/** Size of a file as sent to a browser that accepts brotli. */
function sentBytes(webRoot: string, file: string): number {
  const packed = join(webRoot, `${file}.br`);
  return statSync(existsSync(packed) ? packed : join(webRoot, file)).size;
}

export const totalBytes = (files: readonly SizedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
