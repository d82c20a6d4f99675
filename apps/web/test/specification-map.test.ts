import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tests = globSync('{{apps,packages,services}/*,infra/*/*}/{src,test}/**/*.test.ts', {
  cwd: root,
});

/**
 * One row per sentence of the specification: the files that implement it and the tests that fail without it. Paths
 * start in `apps/web/src/` or at the root. A test name is quoted up to “…”, where it becomes unique in its file.
 */
const rows = readFileSync(`${root}docs/specification-map.tsv`, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [section = '', says = '', files = '', shownBy = '', ...further] = line.split('\t');
    return { section, says, files: files.split(' '), shownBy, further };
  });

/** The test file of this name; an ambiguous name needs its path. */
function testFile(name: string): string {
  const found = tests.filter((path) => path === name || path.endsWith(`/${name}`));
  expect(found, name).toHaveLength(1);
  return readFileSync(`${root}${found[0]}`, 'utf8');
}

/** Whether a test has this name, or exactly one test name starts with the part before “…”. */
function isNamed(text: string, title: string): boolean {
  const count = (start: string) => text.split(start).length - 1;
  const counts = ["'", '"', '`'].map((quote) =>
    title.endsWith('…') ? count(quote + title.slice(0, -1)) : Math.min(1, count(quote + title + quote)),
  );
  return counts.reduce((sum, each) => sum + each, 0) === 1;
}

describe('docs/specification-map.tsv', () => {
  it('has something in every cell', () => {
    expect(rows.length).toBeGreaterThan(120);
    for (const { section, says, files, shownBy, further } of rows) {
      expect([section, says, ...files, shownBy].every(Boolean), says).toBe(true);
      expect(further, says).toEqual([]);
    }
  });

  it('names only files that exist', () => {
    for (const { files } of rows)
      for (const path of files)
        expect([`${root}apps/web/src/${path}`, `${root}${path}`].some(existsSync), path).toBe(true);
  });

  it('names at least one test in every row, each by its name or a beginning that only one test of its file has', () => {
    for (const { says, shownBy } of rows) {
      const groups = [...shownBy.matchAll(/([^\s:]+): ((?:“[^”]+”(?:, )?)+)/g)];
      expect(groups.map(([group]) => group).join('; '), says).toBe(shownBy);
      expect(groups.length, says).toBeGreaterThan(0);
      for (const [, file = '', titles = ''] of groups) {
        const text = testFile(file);
        for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g))
          expect(isNamed(text, title), `${title} in ${file}`).toBe(true);
      }
    }
  });

  it('leaves out nothing that the specification says in sections 2, 4, 5, 8 and 9', () => {
    const specification = `${root}../shared/spec.md`;
    if (!existsSync(specification)) {
      console.log('specification map: spec.md is not here and was passed over');
      return;
    }
    const sections = readFileSync(specification, 'utf8')
      .split(/^## /m)
      .filter((section) => /^[24589]\./.test(section));
    expect(sections).toHaveLength(5);
    const said = rows.map((row) => plain(row.says)).sort((a, b) => b.length - a.length);
    for (const section of sections) {
      let rest = plain(section.replace(/^[24589]\..*|^###.*|^\| (Route|-).*/gm, ''));
      for (const one of said) rest = rest.replaceAll(one, ' ');
      expect(rest.replace(/[\s\p{P}]+/gu, ' ').trim(), section.slice(0, 30)).toBe('');
    }
  });
});

/** Without Markdown of tables and lists, in one line. */
function plain(markdown: string): string {
  return markdown.replace(/\\?\|/g, ' ').replace(/^- /gm, '').replace(/\s+/g, ' ').trim();
}
