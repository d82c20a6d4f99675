import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { apiExamples, apiRules, curlOf, developersHead } from '../features/developers/endpoint-texts.ts';
import { usePageHead } from '../lib/page-head.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** Shown until the page knows its origin. */
const EXAMPLE_ORIGIN = 'https://this-site.example';

export const Route = createFileRoute('/developers')({ component: Developers });

/** Documentation of the public API, with examples to copy. */
function Developers() {
  usePageHead(developersHead);
  const origin = useHydrated() ? window.location.origin : EXAMPLE_ORIGIN;
  return (
    <article className="mx-auto my-10 grid max-w-[60rem] gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">For developers</h1>
        <p className="max-w-prose text-lg">
          Look up accounts from your own wallet, bot or site. The public API needs no key. The{' '}
          <a href="/api/docs/json" className="font-bold underline decoration-2 underline-offset-4">
            OpenAPI document
          </a>{' '}
          describes every endpoint.
        </p>
      </header>
      {apiExamples.map((example) => (
        <section key={example.title} className="grid min-w-0 gap-3">
          <h2 className="text-2xl">{example.title}</h2>
          <p className="max-w-prose">{example.text}</p>
          <div className="flex min-w-0 flex-wrap items-start gap-2">
            {/* Lines do not wrap: nothing moves when the page's own address takes the example's place. */}
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
              tabIndex={0}
              className="min-w-0 grow basis-full overflow-x-auto sm:flex-1 rounded-sm border border-parchment-400 bg-parchment-50 p-3 font-mono"
            >
              {curlOf(example, origin)}
            </pre>
            <CopyButton text={curlOf(example, origin)} label={`Copy the example: ${example.title}`} />
          </div>
        </section>
      ))}
      <section className="grid gap-3">
        <h2 className="text-2xl">Limits and rules</h2>
        <ul className="grid max-w-prose list-disc gap-2 pl-6">
          {apiRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </article>
  );
}
