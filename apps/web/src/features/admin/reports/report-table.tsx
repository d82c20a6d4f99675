import { useNow } from '../../../lib/use-now.ts';
import { ListFilters, ListPage, ListSummary, useList } from '../list.tsx';
import { DeleteDialog, useDeletion } from './deletion.tsx';
import type { ReportList } from './report-list.ts';
import { ReportRow } from './report-row.tsx';
import { SelectionBar, useSelection } from './selection-bar.tsx';
import { useMarkRead, usePublish } from './use-publish.ts';

/** One of the two lists, paginated, with all admin actions. */
export function ReportTable({ reportList }: { reportList: ReportList }) {
  const list = useList(reportList);
  const selection = useSelection(list.rows);
  const onGone = (ids: readonly number[]) => {
    selection.forget(ids);
    list.focusTop();
  };
  const deletion = useDeletion({ reportList, onDeleted: onGone });
  const publish = usePublish(reportList, onGone);
  const markRead = useMarkRead(reportList);
  const now = useNow();
  return (
    <section aria-labelledby="list-title" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2
          id="list-title"
          className={reportList.tone === 'pine' ? 'text-2xl text-pine-700' : 'text-2xl text-cranberry-700'}
        >
          {reportList.title}
        </h2>
        <ListSummary list={list} />
      </div>
      <ListFilters list={list} placeholder="Username, words or id" />
      <ListPage list={list} tone={reportList.tone}>
        {(rows) => (
          <>
            <SelectionBar
              selection={selection}
              onChooseAll={(isChosen) => selection.choose(rows, isChosen)}
              onPublish={
                list.chosen.state === 'held'
                  ? () => publish.run(selection.list().map(({ id }) => id))
                  : undefined
              }
              onDelete={() => deletion.ask(selection.list())}
            />
            {rows.map((row) => (
              <ReportRow
                key={row.id}
                reportList={reportList}
                row={row}
                now={now}
                isChosen={selection.has(row.id)}
                onChoose={(isChosen) => selection.choose([row], isChosen)}
                onPublish={() => publish.run([row.id])}
                onRead={() => markRead.run([row.id])}
                onDelete={() => deletion.ask([row])}
              />
            ))}
          </>
        )}
      </ListPage>
      {deletion.doomed && (
        <DeleteDialog reportList={reportList} deletion={deletion} doomed={deletion.doomed} />
      )}
    </section>
  );
}
