import { caseTexts, dateText, statusDatedBy } from '@naughty-list/contracts/case-texts';
import type { Case, CaseStatus } from '@naughty-list/contracts/cases';
import { totalText } from '@naughty-list/contracts/loss-texts';
import { casePath } from '../lib/case-query.ts';
import theme from '../theme.css?raw';
import { sealShape } from '../ui/wax-seal.tsx';
import { escapeHtml } from './head-html.ts';

const WIDTH = 1_200;
const HEIGHT = 630;
const LEFT = 330;
const NAME_WIDTH = 770;
const NAME_SIZE = 112;
const STAMP_SIZE = 58;
const ADDRESS_WIDTH = 640;

const inks: Record<CaseStatus, string> = {
  unreviewed: 'ink-700',
  corroborated: 'cranberry-700',
  disputed: 'ink-700',
  compromised: 'ink-700',
  cleared: 'pine-700',
};

/**
 * SVG of a case's preview image: seal, name, status and losses, in the build's own fonts; and its address, because pictures
 * are passed on without their links.
 */
export function caseCardSvg({ username, status, statusSince, report, losses }: Case, origin = ''): string {
  const { handleChangedAt } = report;
  const stamp = handleChangedAt ? 'Handle changed hands' : caseTexts.status[status];
  const ink = colour(handleChangedAt ? 'ink-700' : inks[status]);
  const stampWidth = Math.round(stamp.length * STAMP_SIZE * 0.48) + 60;
  const name = `@${username}`;
  const size = Math.min(NAME_SIZE, Math.floor(NAME_WIDTH / widthOf(name)));
  const address = origin.replace(/^https?:../, '') + casePath(username);
  // Red only where the report may count against the account.
  const [nameInk, rim, wax, mark] =
    status === 'cleared' || status === 'compromised' || handleChangedAt
      ? [colour('ink-900'), colour('gold-600'), colour('gold-400'), colour('ink-900')]
      : [colour('cranberry-700'), colour('cranberry-700'), colour('cranberry-600'), colour('cranberry-300')];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour('night-900')}"/>
<rect x="36" y="44" width="1128" height="470" rx="20" fill="${colour('parchment-400')}"/>
<rect x="36" y="36" width="1128" height="470" rx="20" fill="${colour('parchment-100')}"/>
<path d="M66 36v470M78 36v470" stroke="${colour('cranberry-300')}" stroke-width="3"/>
<g transform="translate(104 72) scale(3.1)">
<path d="${sealShape.rim}" fill="${rim}"/><path d="${sealShape.wax}" fill="${wax}"/>
<circle cx="32" cy="32" r="18" fill="none" stroke="${mark}" stroke-width="1.5"/>
${text(username.charAt(0).toUpperCase(), { x: 32, y: 40, size: 24, ink: mark, anchor: 'middle', isDisplay: true })}
</g>
${text(name, { x: LEFT, y: 180, size, ink: nameInk, isDisplay: true })}
<g transform="translate(${LEFT} 228) rotate(-1.5)">
<rect width="${stampWidth}" height="96" rx="10" fill="none" stroke="${ink}" stroke-width="5"/>
<rect x="8" y="8" width="${stampWidth - 16}" height="80" rx="6" fill="none" stroke="${ink}" stroke-width="2"/>
${text(stamp, { x: stampWidth / 2, y: 67, size: STAMP_SIZE, ink, anchor: 'middle' })}
</g>
${text(`${handleChangedAt ? 'found on' : statusDatedBy(status)} ${dateText(handleChangedAt ?? statusSince)}`, { x: LEFT, y: 388, size: 42, ink: colour('ink-900') })}
${losses.length > 0 && !handleChangedAt ? lossLines(totalText(losses.slice(0, 2))) : text(handleChangedAt ? 'The report is about a former owner.' : `Reported on ${dateText(report.reportedAt)}`, { x: LEFT, y: 450, size: 42, ink: colour('ink-900') })}
${text('The Naughty List', { x: 60, y: 586, size: 54, ink: colour('gold-400'), isDisplay: true })}
${text('Read it, and decide for yourself.', { x: 1_140, y: 560, size: 34, ink: colour('snow'), anchor: 'end' })}
${text(address, { x: 1_140, y: 602, size: Math.min(34, Math.floor(ADDRESS_WIDTH / widthOf(address))), ink: colour('gold-400'), anchor: 'end' })}
</svg>`;
}

/** The total, and that its receiver is unknown: below the account's name, it would read as if the account received it. */
function lossLines(total: string): string {
  const sent = `Sent by reporters: ${total}`;
  // Letters and digits of this font are at most 0.48 em wide on average.
  const size = Math.min(42, Math.floor(NAME_WIDTH / (sent.length * 0.48)));
  const ink = colour('ink-900');
  return `${text(sent, { x: LEFT, y: 446, size, ink })}
${text("The chain doesn't say who owns the receiving addresses.", { x: LEFT, y: 488, size: 30, ink })}`;
}

type TextStyle = {
  x: number;
  y: number;
  size: number;
  ink: string;
  anchor?: 'middle' | 'end';
  isDisplay?: boolean;
};

function text(words: string, { x, y, size, ink, anchor, isDisplay = false }: TextStyle): string {
  const family = isDisplay ? 'Berkshire Swash' : 'Source Sans 3';
  const place = anchor ? ` text-anchor="${anchor}"` : '';
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" fill="${ink}"${place}>${escapeHtml(words)}</text>`;
}

/** Upper bound for the width of a name, in em. */
const widthOf = (name: string): number =>
  [...name].reduce((sum, letter) => {
    if (/[WM]/.test(letter)) return sum + 1.15;
    return sum + (/[A-Z@mw]/.test(letter) ? 0.9 : 0.56);
  }, 0);

/** A theme colour. */
function colour(name: string): string {
  const [, value] = new RegExp(`--color-${name}:\\s*(#[0-9a-f]{6})`).exec(theme) ?? [];
  if (!value) throw new Error(`the theme has no colour ${name}`);
  return value;
}
