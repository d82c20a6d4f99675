import type { Case } from '@naughty-list/contracts/cases';
import { AppealForm } from '../features/appeal/appeal-form.tsx';
import type { CaseForm } from '../features/case/case-actions.tsx';
import { StatementForm } from '../features/case/statement-form.tsx';
import { RemovalPanel } from '../features/payment/removal/removal-panel.tsx';

type CaseFormProps = { form: CaseForm; shown: Case; onDone: () => void };

/** The forms of a case page. */
export function CaseFormContent({ form, shown, onDone }: CaseFormProps) {
  if (form === 'statement') return <StatementForm shown={shown} onDone={onDone} />;
  if (form === 'appeal') return <AppealForm username={shown.username} />;
  return (
    <div className="grid gap-4">
      <h4 className="text-xl font-bold">What a burn buys</h4>
      <RemovalPanel report={shown.report} />
    </div>
  );
}
