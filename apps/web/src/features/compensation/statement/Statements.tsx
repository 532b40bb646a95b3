import { lifecycles } from '@carrara/contract/lifecycles';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { toastError } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { readOnce, useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { openReleaseDialog } from './releaseDialog.tsx';
import { followTask } from '../../../record/task/followTask.tsx';
import { useAllowed, useAppDispatch } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';

const list = lists.listPayStatementsOfYear;
const { states } = lifecycles.payStatement;
const tabs = [
  { id: 'all', title: 'Everybody' },
  { id: 'NONE', title: 'None yet' },
  ...Object.entries(states).map(([id, title]) => ({ id, title })),
];
const displayedYears = 8;
/** A chosen year that is not a valid number is replaced by the last one. */
const yearOf = (chosen: string | undefined, last: number) => (/^\d{4}$/.test(chosen ?? '') ? Number(chosen) : last);

/**
 * `#/comp/statement`: the statements of a year, initially of the last completed one. Creating and releasing many of them runs as a background job.
 */
export function Statements() {
  const last = Number(useToday().slice(0, 4)) - 1;
  const [search] = useSearchParams();
  const year = yearOf(search.get('f.year') ?? undefined, last);
  const mayEdit = useAllowed('pay.edit');
  const { data: payable } = useRead('listCompEmployees', { query: { payable: 'true', pageSize: 1 } });
  // Without an employee whose pay the person can see, there is nothing to create or release.
  const hasPayable = payable !== undefined && payable.totalItemCount > 0;
  const download = useDownload();
  const filters = useMemo(
    () => [
      {
        id: 'year',
        title: 'Year',
        allLabel: String(last),
        options: Array.from({ length: displayedYears }, (_, at) => String(last - at)).map((value) => ({
          value,
          label: value,
        })),
      },
    ],
    [last],
  );
  const { draft, release } = useBackgroundActions(year);
  return (
    <RecordTable
      list={list}
      title={`Compensation statements of ${year}`}
      tabs={tabs}
      filters={filters}
      query={({ tab, filters: chosen }: ListState) => ({
        year: yearOf(chosen['year']?.[0], last),
        ...(tab === undefined || tab === 'all' ? {} : { state: tab }),
      })}
      rowHref={({ statementId, employeeId }) =>
        statementId
          ? `#/comp/statement/${String(statementId)}`
          : `#/comp/employee/${String(employeeId)}/profile/statement`
      }
      actions={
        <>
          <Button variant="default" onClick={() => void download('printPayStatements', { query: { year } })}>
            PDFs
          </Button>
          <Button
            variant="default"
            onClick={() => void download('listPayStatementFigures', { query: { year, format: 'excel' } })}
          >
            Figures
          </Button>
          {mayEdit && hasPayable ? (
            <>
              <Button variant="default" onClick={() => void draft()}>
                Create drafts for everyone
              </Button>
              <Button onClick={() => void release()}>Release all drafts</Button>
            </>
          ) : null}
        </>
      }
    />
  );
}

/** Returns the actions that create or release the statements of everyone in the background. */
function useBackgroundActions(year: number) {
  const [start] = useWrite('startPayStatements');
  const dispatch = useAppDispatch();
  const draft = async () => {
    try {
      await followTask(await start({ body: { act: 'draft', year } }));
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  const release = async () => {
    try {
      const drafts = await readOnce(dispatch, 'getPayStatementDrafts', { query: { year } }, 'fresh');
      if (drafts.people.length === 0)
        return toastError(
          `There are no drafts for ${String(year)} to release. Create drafts for everyone first, or draft a correction on the employee’s page.`,
        );
      let task: Answer<'startPayStatements'> | undefined;
      await openReleaseDialog(year, drafts, async (options) => {
        task = await start({ body: { act: 'release', year, ...options } });
      });
      if (task) await followTask(task);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  return { draft, release };
}
