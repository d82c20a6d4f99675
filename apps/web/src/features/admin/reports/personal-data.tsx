import { ApiCallError } from '@naughty-list/api-client/client';
import {
  DataSubject,
  type Erased,
  erasePersonalData,
  exportPersonalData,
} from '@naughty-list/contracts/personal-data';
import Download from 'lucide-react/icons/download';
import Eraser from 'lucide-react/icons/eraser';
import { useState } from 'react';
import { download } from '../../../lib/download.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { asTyped, Form, TextField } from '../../../ui/field.tsx';
import { counted } from '../list.tsx';
import { Tool } from '../parts.tsx';
import { adminApi } from '../session/admin-api.ts';
import { useChange } from '../use-change.ts';

/** Exports or erases the data stored about an account or a report (data subject requests). */
export function PersonalData() {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [toErase, setToErase] = useState<DataSubject>();

  const showNotFound = (work: () => Promise<void>) =>
    work().catch((cause: unknown) => {
      if (!(cause instanceof ApiCallError && cause.status === 404)) throw cause;
      setError(cause.message);
    });
  const save = useChange({
    failure: 'Export failed',
    work: (subject: DataSubject) =>
      showNotFound(async () => {
        const data = await adminApi.call(exportPersonalData, { query: subject });
        const name = `naughty-list-${subject.username ?? `report-${subject.reportId}`}.json`;
        download(new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' }));
      }),
  });
  const erase = useChange({
    failure: 'Erase failed',
    onSettled: () => setToErase(undefined),
    work: (subject: DataSubject) =>
      showNotFound(async () => {
        const erased = await adminApi.call(erasePersonalData, { body: subject });
        showToast({ title: 'Erased', description: describeErased(erased) });
      }),
  });
  const isBusy = save.isBusy || erase.isBusy;
  const withSubject = (use: (subject: DataSubject) => void) => () => {
    const subject = readSubject(typed);
    setError(subject ? undefined : 'Enter a handle, or a report number, such as #12');
    if (subject && !isBusy) use(subject);
  };
  return (
    <Tool title="Export or erase data about an account">
      <Form
        aria-label="Export or erase data about an account"
        onSubmit={withSubject(save.run)}
        className="grid gap-2"
      >
        <TextField
          label="Handle"
          hint="Or the number of one report, such as #12"
          error={error}
          {...asTyped}
          value={typed}
          onType={(text) => {
            setTyped(text);
            setError(undefined);
          }}
          className="max-w-116"
        />
        <div className="flex flex-wrap gap-3">
          <Button look="outline" Icon={Download} type="submit" aria-disabled={isBusy}>
            Export
          </Button>
          <Button
            look="outline"
            Icon={Eraser}
            aria-disabled={isBusy}
            onClick={withSubject(setToErase)}
            className="text-cranberry-700"
          >
            Erase
          </Button>
        </div>
      </Form>
      {toErase && (
        <ConfirmDialog
          title={
            toErase.username
              ? `Erase everything about @${toErase.username}?`
              : `Erase report #${toErase.reportId} and its case?`
          }
          description="Names, texts, statements, appeals and replies are permanently erased, including from the audit log. Earlier backups still contain them, and mentions in other entries stay."
          action="Erase"
          busyAction="Erasing…"
          isBusy={isBusy}
          onConfirm={() => erase.run(toErase)}
          onCancel={() => setToErase(undefined)}
        />
      )}
    </Tool>
  );
}

function readSubject(typed: string): DataSubject | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return DataSubject.safeParse(text.startsWith('#') ? { reportId: text.slice(1) } : { username: text }).data;
}

function describeErased({ reports, niceReports, auditEntries }: Erased): string {
  return [
    counted(reports, { one: 'report', many: 'reports' }),
    counted(niceReports, { one: 'nice report', many: 'nice reports' }),
    counted(auditEntries, { one: 'audit log entry', many: 'audit log entries' }),
  ].join(', ');
}
