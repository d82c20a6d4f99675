import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '@naughty-list/embedded/repository';

/** Location of a function without machine-specific paths: Node, a package, or a folder of this repository. */
export type Place = { of: 'node' | 'package' | 'repository'; name: string; file: string };

const NODE = /^node:(.*)$/;
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/;
const PART = /^((?:(?:services|packages|apps)\/|infra\/[^/]+\/)[^/]+)\/(.*)$/;

/** Undefined without a file: native and evaluated code. */
export function placeOf(url: string, root: string = REPOSITORY): Place | undefined {
  const [, module] = NODE.exec(url) ?? [];
  if (module !== undefined) return { of: 'node', name: 'node', file: module };
  const [, name, file] = PACKAGE.exec(url) ?? [];
  if (name !== undefined && file !== undefined) return { of: 'package', name, file };
  const prefix = `${pathToFileURL(root).href}/`;
  if (!url.startsWith(prefix)) return undefined;
  const [, part = 'repository', own = url.slice(prefix.length)] = PART.exec(url.slice(prefix.length)) ?? [];
  return { of: 'repository', name: part, file: own };
}
