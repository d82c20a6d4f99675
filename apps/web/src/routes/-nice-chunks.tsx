import type { NiceForm as NiceFormComponent } from '../features/nice-list/nice-form.tsx';
import { createChunk } from '../lib/chunk.ts';
import { Arriving } from '../ui/arriving.tsx';

const form = createChunk<typeof NiceFormComponent>(() =>
  import('../features/nice-list/nice-form.tsx').then(({ NiceForm }) => NiceForm),
);

/** Chunks to prefetch on the Nice List. */
export const niceChunks = [form.fetch] as const;

/** The praise form, or its placeholder. */
export function LazyNiceForm(props: { onPraised: () => void }) {
  const { value: Form, hasFailed } = form.use(true);
  if (Form) return <Form {...props} />;
  return (
    <Arriving
      label="Fetching the form…"
      hasFailed={hasFailed}
      onRetry={() => void form.fetch()}
      className="mx-auto h-[54rem] w-full max-w-[44rem]"
    />
  );
}
