import { readFileSync } from 'node:fs';

/** One block of commands of a page, and the expected lines below it. */
export type Step = { section: string; line: number; commands: string; shown: string[] };

/**
 * The shell blocks of a Markdown page (```` ```sh ````, optionally with another word), in order, each with the lines
 * of the ```` ```text ```` block that follows it in the same section, if any.
 */
export function readSteps(file: string): Step[] {
  const steps: Step[] = [];
  let section = '';
  let block: { language: string; line: number; lines: string[] } | undefined;
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (block && line === '```') {
      const last = steps.at(-1);
      if (/^sh\b/.test(block.language))
        steps.push({ section, line: block.line, commands: `${block.lines.join('\n')}\n`, shown: [] });
      else if (block.language === 'text' && last?.section === section)
        last.shown.push(...block.lines.filter((shown) => shown.trim() !== ''));
      block = undefined;
    } else if (block) block.lines.push(line);
    else if (line.startsWith('## ')) section = line.slice(3);
    else if (line.startsWith('```')) block = { language: line.slice(3), line: at + 2, lines: [] };
  }
  return steps;
}

/**
 * The expected lines that are missing from the output. `…` matches anything; the amount of white space is ignored.
 */
export function missingLines({ shown }: Step, output: string): string[] {
  const printed = output.split('\n').map(tidy);
  return shown.filter((line) => {
    const pattern = new RegExp(`^${tidy(line).split('…').map(literally).join('.*')}$`);
    return !printed.some((each) => pattern.test(each));
  });
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const tidy = (line: string) => line.trim().replaceAll(/\s+/g, ' ');
