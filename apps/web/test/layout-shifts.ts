import type { Page } from 'playwright-core';

type Box = { x: number; y: number; width: number; height: number };
/** One moved element; `shift` is that of its frame, shared by all elements that moved in it. */
export type Moved = { what: string; shift: number; from: Box; to: Box };

type Watch = { moved: Moved[]; read: () => Moved[] };

/** Records every layout shift without recent input, from the start of each page. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    const nameOf = (node: Node | null) => {
      if (!(node instanceof Element)) return `"${node?.textContent?.trim().slice(0, 40) ?? 'gone'}"`;
      const text = node.textContent?.trim().slice(0, 24);
      return `${node.localName}${node.id && `#${node.id}`}${text && ` "${text}"`}`;
    };
    const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => ({ x, y, width, height });
    const moved: Moved[] = [];
    const keep = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as Entry[]) {
        if (hadRecentInput) continue;
        for (const { node, previousRect, currentRect } of sources) {
          moved.push({
            what: nameOf(node),
            shift: value,
            from: boxOf(previousRect),
            to: boxOf(currentRect),
          });
        }
      }
    };
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const read = () => {
      keep(observer.takeRecords());
      return moved;
    };
    Object.assign(window, { shiftWatch: { moved, read } });
  });

/** Layout shifts of this page, one per line; empty if there were none. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const moved = await page.evaluate(async () => {
    // A shift is reported after the frame that painted it.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return (window as unknown as { shiftWatch: Watch }).shiftWatch.read();
  });
  return moved.map(describeMoved);
}

const rounded = (pixels: number) => String(Math.round(pixels * 10) / 10);

/** `nav: x 892.3 -> 894.6 px, width 424.7 -> 420 px (0.0012)`: the changes of its box, and the shift. */
function describeMoved({ what, shift, from, to }: Moved): string {
  const changes = (['x', 'y', 'width', 'height'] as const)
    .filter((side) => rounded(from[side]) !== rounded(to[side]))
    .map((side) => `${side} ${rounded(from[side])} -> ${rounded(to[side])} px`);
  return `${what}: ${changes.join(', ')} (${shift.toFixed(4)})`;
}
