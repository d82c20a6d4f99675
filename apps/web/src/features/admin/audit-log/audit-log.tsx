import {
  type AuditEntry,
  auditActions,
  auditSubjects,
  listAuditLog,
} from '@naughty-list/contracts/audit-log';
import { useCallback, useRef } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { ListFailed, ListLoading } from '../../../ui/list-states.tsx';
import { Pager } from '../pager.tsx';
import { SelectField } from '../select-field.tsx';
import { adminApi } from '../session/admin-api.ts';
import { TermField } from '../term-field.tsx';
import { type Address, oneOf, pageOf, useAddress } from '../use-address.ts';
import { type Page, rowsAndTotal, usePage } from '../use-page.ts';
import { useRestore } from '../use-restore.ts';
import { EmptyLog } from './empty-log.tsx';
import { OperationEntry } from './operation-entry.tsx';
import { actionLabels, operationsOf } from './operations.ts';

const MINUTE_MS = 60_000;

const actions = [
  { value: '', label: 'All' },
  ...auditActions.map((action) => ({ value: action, label: actionLabels[action] })),
] as const;

const subjects = [
  { value: '', label: 'All' },
  { value: 'scammer_report', label: 'Scammer reports' },
  { value: 'nice_report', label: 'Nice reports' },
] as const;

/** Who changed what, and how it was before; deletions can be taken back here. */
export function AuditLog() {
  const [address, change] = useAddress();
  const [q, page] = [(address.q ?? '').trim().slice(0, 200), pageOf(address.page)];
  const [action, subject] = [oneOf(auditActions, address.action), oneOf(auditSubjects, address.subject)];
  const log = usePage({
    queryKey: ['admin', 'audit-log', q, action, subject],
    page,
    load: async (slice, signal) =>
      rowsAndTotal(
        await adminApi.callFull(listAuditLog, { query: { q, action, subject, ...slice } }, { signal }),
      ),
    onBeyondEnd: useCallback(
      (last: number) => void change({ page: last === 1 ? undefined : String(last) }, { replace: true }),
      [change],
    ),
  });
  const filter = (changes: Address) => void change({ ...changes, page: undefined });
  return (
    <section aria-labelledby="list-title" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="list-title" className="text-2xl text-cranberry-700">
          Audit Log
        </h2>
        <p role="status" className="figures text-ink-700">
          {log.rows.length > 0 &&
            !log.error &&
            `${log.total.toLocaleString('en-US')} ${log.total === 1 ? 'entry' : 'entries'}, newest first`}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <TermField
          label="Search"
          placeholder="Admin or username"
          term={q}
          onSearch={(term) => filter({ q: term || undefined })}
        />
        <SelectField
          label="Action"
          value={action ?? ''}
          choices={actions}
          onChoose={(next) => filter({ action: next || undefined })}
        />
        <SelectField
          label="List"
          value={subject ?? ''}
          choices={subjects}
          onChoose={(next) => filter({ subject: next || undefined })}
        />
      </div>
      <Operations
        log={log}
        isFiltered={q !== '' || action !== undefined || subject !== undefined}
        onShowAll={() => filter({ q: undefined, action: undefined, subject: undefined })}
        onGo={(next) => change({ page: next === 1 ? undefined : String(next) })}
      />
    </section>
  );
}

type OperationsProps = {
  log: Page<AuditEntry>;
  isFiltered: boolean;
  onShowAll: () => void;
  onGo: (page: number) => Promise<void>;
};

function Operations({ log, isFiltered, onShowAll, onGo }: OperationsProps) {
  const now = useNow(MINUTE_MS);
  const restore = useRestore();
  const top = useRef<HTMLDivElement>(null);
  if (log.isLoading) return <ListLoading text="Loading the audit log..." />;
  if (log.error)
    return <ListFailed title="Failed to fetch the audit log" error={log.error} onRetry={log.retry} />;
  if (log.rows.length === 0) return <EmptyLog isFiltered={isFiltered} onShowAll={onShowAll} />;
  const go = async (page: number) => {
    await onGo(page);
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={top} tabIndex={-1} aria-busy={log.isMoving} className={log.isMoving ? 'opacity-60' : undefined}>
      {operationsOf(log.rows).map((operation) => (
        <OperationEntry key={operation.first.id} operation={operation} now={now} onRestore={restore} />
      ))}
      <div className="border-t border-parchment-400">
        <Pager page={log.page} lastPage={log.lastPage} onGo={(page) => void go(page)} />
      </div>
    </div>
  );
}
