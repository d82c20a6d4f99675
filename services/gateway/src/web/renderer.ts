import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The web app's renderer, from a folder of the build that is never served. */
export type Renderer = {
  renderListPage(
    template: string,
    listed: {
      url: string;
      renderedAt: number;
      origin: string;
      newest: readonly unknown[];
      total: number;
      found?: { term: string; items: readonly unknown[]; lookUp: unknown };
    },
  ): Promise<string>;
  renderCasePage(
    template: string,
    shown: { answer: object | 'none' | 'burned'; origin: string; renderedAt: number },
  ): Promise<string>;
  renderTracePage(
    template: string,
    shown: { answer: object | 'none'; origin: string; renderedAt: number },
  ): Promise<string>;
  /** The picture of a case for link previews. */
  caseCardSvg(shown: object): string;
};

export const SERVER_FOLDER = '.server';

/** Undefined when the build has none. */
export async function loadRenderer(root: string): Promise<Renderer | undefined> {
  const file = join(root, SERVER_FOLDER, 'render.js');
  return existsSync(file) ? import(pathToFileURL(file).href) : undefined;
}
