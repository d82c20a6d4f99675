import type { Case } from '@naughty-list/contracts/cases';
import type { CaseForm } from '../features/case/case-actions.tsx';
import { createChunk } from '../lib/chunk.ts';
import { Arriving } from '../ui/arriving.tsx';
import type { CaseFormContent as Content } from './-case-form.tsx';

const content = createChunk<typeof Content>(() =>
  import('./-case-form.tsx').then(({ CaseFormContent }) => CaseFormContent),
);

type CaseFormProps = { form: CaseForm; shown: Case; onDone: () => void };

/** An opened form of a case page, or its placeholder. */
export function LazyCaseForm(props: CaseFormProps) {
  const { value: Form, hasFailed } = content.use(true);
  if (Form) return <Form {...props} />;
  return (
    <Arriving
      label="Fetching the form…"
      hasFailed={hasFailed}
      onRetry={() => void content.fetch()}
      className="h-[32rem] w-full"
    />
  );
}
