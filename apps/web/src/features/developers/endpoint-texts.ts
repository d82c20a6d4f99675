import { listIn, paragraphsOf, readWrittenPage } from '../../lib/written-page.ts';
import text from './developers.md?raw';

/** A public endpoint with an example, whose `body` is JSON; a test calls each. */
export type ApiExample = { title: string; text: string; path: string; body: string | undefined };

const { head, sections } = readWrittenPage(text);

export { head as developersHead };

/** Each section is an example: its text, its path and, of a POST, its body. The last is the list of rules. */
export const apiExamples: readonly ApiExample[] = sections.slice(0, -1).map((section) => {
  const [title = '', about = '', path = '', body] = paragraphsOf(section);
  return { title, text: about, path, body };
});
export const apiRules: readonly string[] = paragraphsOf(sections.at(-1) ?? '').flatMap(listIn);

/** The example as a shell command. */
export function curlOf({ path, body }: ApiExample, origin: string): string {
  if (!body) return `curl '${origin}${path}'`;
  return [
    `curl '${origin}${path}' \\`,
    "  -H 'content-type: application/json' \\",
    '  -H "idempotency-key: $(uuidgen)" \\',
    `  -d '${body}'`,
  ].join('\n');
}
