import { categoryOf } from './category.ts';
import type { CpuProfile, ProfileNode } from './cpu-profile.ts';
import { type Place, placeOf } from './place.ts';

/** Percent of the profiled time. */
export type Share = { name: string; percent: number };

/** Distribution of one process's time: by category, adding up to 100 percent, and by function. */
export type CpuSummary = { categories: Share[]; functions: Share[] };

const FUNCTIONS = 10;
const PSEUDO = /^\((root|idle|program|garbage collector)\)$/;

/** Self time only; native functions, which have no file, count for their callers. */
export function summarise(profile: CpuProfile, root?: string): CpuSummary {
  const spent = selfTimes(profile);
  const up: Up = { callers: callersOf(profile.nodes), root };
  const categories = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const node of profile.nodes) {
    const time = spent.get(node.id) ?? 0;
    if (time === 0) continue;
    const { functionName } = node.callFrame;
    const place = PSEUDO.test(functionName) ? undefined : nearestPlace(node, up);
    add(categories, categoryOf(functionName, place), time);
    if (!PSEUDO.test(functionName)) add(functions, nameOf(node, up), time);
  }
  const total = [...categories.values()].reduce((sum, time) => sum + time, 0);
  const most = [...functions].sort(([, a], [, b]) => b - a).slice(0, FUNCTIONS);
  return {
    categories: sharesOf([...categories]),
    functions: most.map(([name, time]) => ({ name, percent: Math.round((1_000 * time) / total) / 10 })),
  };
}

/** Rounds to tenths of a percent that add up to exactly 100 by the largest remainders. Sorted in descending order. */
export function sharesOf(parts: readonly (readonly [string, number])[]): Share[] {
  const total = parts.reduce((sum, [, part]) => sum + part, 0);
  if (total === 0) return [];
  const exact = parts.map(([name, part]) => ({ name, tenths: (1_000 * part) / total }));
  const lost = (share: { tenths: number }) => share.tenths - Math.floor(share.tenths);
  let left = 1_000 - exact.reduce((sum, { tenths }) => sum + Math.floor(tenths), 0);
  return exact
    .sort((a, b) => lost(b) - lost(a))
    .map(({ name, tenths }) => ({ name, percent: (Math.floor(tenths) + (left-- > 0 ? 1 : 0)) / 10 }))
    .sort((a, b) => b.percent - a.percent || a.name.localeCompare(b.name));
}

/** Links from a node to its callers. */
type Up = { callers: Map<number, ProfileNode>; root: string | undefined };

function selfTimes({ samples, timeDeltas }: CpuProfile): Map<number, number> {
  const times = new Map<number, number>();
  for (const [at, id] of samples.entries()) add(times, id, Math.max(0, timeDeltas[at] ?? 0));
  return times;
}

function callersOf(nodes: readonly ProfileNode[]): Map<number, ProfileNode> {
  return new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)));
}

/** The nearest place among the callers. */
function nearestPlace(
  node: ProfileNode,
  { callers, root }: Up,
  fits: (place: Place) => boolean = () => true,
): Place | undefined {
  for (let at: ProfileNode | undefined = node; at; at = callers.get(at.id)) {
    const place = placeOf(at.callFrame.url, root);
    if (place && fits(place)) return place;
  }
  return undefined;
}

/** The name of a native function includes the function outside Node that caused the call. */
function nameOf(node: ProfileNode, up: Up): string {
  const { functionName, url, lineNumber } = node.callFrame;
  const name = functionName || '(anonymous)';
  const own = placeOf(url, up.root);
  if (own) return `${name}, ${whereOf(own)}:${lineNumber + 1}`;
  const outside = nearestPlace(node, up, ({ of }) => of !== 'node');
  const place = outside ?? nearestPlace(node, up);
  return place ? `${name}, native, for ${whereOf(place)}` : `${name}, native`;
}

const whereOf = ({ of, name, file }: Place) => (of === 'node' ? `node:${file}` : `${name}/${file}`);

function add<K>(sums: Map<K, number>, key: K, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
