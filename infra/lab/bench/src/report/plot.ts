import type { Growth } from '../growth/figures.ts';

const WIDTH = 860;
const HEIGHT = 420;
const PLOT = { left: 70, top: 50, right: 600, bottom: 360 };
const COLOURS = [
  '#8a1c1c',
  '#1f6f43',
  '#b7791f',
  '#2b5a8c',
  '#6b3fa0',
  '#0f766e',
  '#9d174d',
  '#4d5a1c',
  '#374151',
];

/** The median cost of each question against the number of rows, both axes logarithmic, as SVG. */
export function plotGrowth({ sizes, lines }: Growth): string {
  const costs = lines.flatMap(({ times }) => times.map(({ median }) => median));
  const decades = {
    x: [Math.floor(Math.log10(Math.min(...sizes))), Math.ceil(Math.log10(Math.max(...sizes)))],
    y: [Math.floor(Math.log10(Math.min(...costs))), Math.ceil(Math.log10(Math.max(...costs)))],
  } as { x: [number, number]; y: [number, number] };
  const x = scale(decades.x, PLOT.left, PLOT.right);
  const y = scale(decades.y, PLOT.bottom, PLOT.top);
  const drawn = lines.map(({ name, times }, at) => {
    const points = times.map(({ median }, size) => [x(sizes[size] ?? 1), y(median)] as const);
    return line(name, points, { colour: COLOURS[at % COLOURS.length] ?? '#000', at });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" role="img" aria-label="Median cost of each question against the number of rows">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fffdf7"/>
<text x="${PLOT.left}" y="28" font-size="16" fill="#222">Milliseconds for one answer (median), by rows in the database</text>
${axis(
  decades.x,
  (value) => [x(value), x(value), PLOT.top, PLOT.bottom],
  (value) => ({ x: x(value), y: PLOT.bottom + 20, anchor: 'middle', text: value.toLocaleString('en-US') }),
)}
${axis(
  decades.y,
  (value) => [PLOT.left, PLOT.right, y(value), y(value)],
  (value) => ({ x: PLOT.left - 8, y: y(value) + 4, anchor: 'end', text: `${value} ms` }),
)}
${drawn.join('\n')}
</svg>
`;
}

function scale([from, to]: [number, number], start: number, end: number): (value: number) => number {
  return (value) => start + ((Math.log10(value) - from) / Math.max(1, to - from)) * (end - start);
}

type Label = { x: number; y: number; anchor: string; text: string };

function axis(
  [from, to]: [number, number],
  lineAt: (value: number) => [number, number, number, number],
  labelAt: (value: number) => Label,
): string {
  return Array.from({ length: to - from + 1 }, (_, step) => {
    const value = Number((10 ** (from + step)).toPrecision(1));
    const [x1, x2, y1, y2] = lineAt(value).map(round);
    const label = labelAt(value);
    return (
      `<line x1="${x1}" x2="${x2}" y1="${y1}" y2="${y2}" stroke="#ddd6c8"/>` +
      `<text x="${round(label.x)}" y="${round(label.y)}" text-anchor="${label.anchor}" fill="#555">${label.text}</text>`
    );
  }).join('\n');
}

function line(
  name: string,
  points: (readonly [number, number])[],
  { colour, at }: { colour: string; at: number },
) {
  const path = points.map(([px, py]) => `${round(px)},${round(py)}`).join(' ');
  const legend = PLOT.top + 10 + at * 26;
  const dots = points.map(
    ([px, py]) => `<circle cx="${round(px)}" cy="${round(py)}" r="3.5" fill="${colour}"/>`,
  );
  return (
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}` +
    `<line x1="${PLOT.right + 20}" x2="${PLOT.right + 44}" y1="${legend}" y2="${legend}" stroke="${colour}" stroke-width="3"/>` +
    `<text x="${PLOT.right + 52}" y="${legend + 4}" fill="#222">${name}</text>`
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
