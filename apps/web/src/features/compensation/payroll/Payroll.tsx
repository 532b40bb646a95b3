import type { StatusValue } from '@carrara/contract/core/kinds';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import type { RowOf } from '../../../record/recordDefinition.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed } from '../../../session/hooks.ts';

const rows = lists.listPayroll;
const files = lists.listPayrollFiles;
type TieOutRow = RowOf<'reportPayrollTieOut'>;
const tieOut = lists.reportPayrollTieOut;
const explanationFields = { explanation: { kind: 'longText', title: 'Explanation', required: true } } as const;

/** `#/comp/payroll`: the imported periods of each payroll provider, newest first. */
export function Payroll() {
  const [mayUpload, mayEdit] = [useAllowed('upload.edit'), useAllowed('pay.edit')];
  // A file contains everybody's pay.
  const { data: accessOptions } = useRead('getPayAccessOptions', undefined);
  return (
    <RecordTable
      list={files}
      rowHref={({ periodStart, periodEnd, state }) =>
        state === 'In force' ? `#/comp/payroll/period?from=${String(periodStart)}&to=${String(periodEnd)}` : undefined
      }
      actions={
        mayUpload && mayEdit && accessOptions?.canViewAllPay ? (
          <Button component="a" href="#/comp/datamanagement?upload=payroll-actuals">
            Upload payroll
          </Button>
        ) : null
      }
    />
  );
}

/**
 * `#/comp/payroll/period?from=…&to=…`: the payments of a period compared with the salaries, and its rows. Without dates, the latest period that has
 * ended.
 */
export function PayrollPeriod() {
  const [query] = useSearchParams();
  const [from, to] = [query.get('from') ?? undefined, query.get('to') ?? undefined];
  const mayEdit = useAllowed('pay.edit');
  return (
    <Stack>
      <RecordTable
        list={tieOut}
        title={
          from && to
            ? `Payroll tie-out, ${valueText('date', from)} to ${valueText('date', to)}`
            : from || to
              ? 'Payroll tie-out'
              : 'Payroll tie-out, latest period'
        }
        query={() => ({ from, to })}
        rowActions={(row) => (mayEdit && codeOf(row) === 'OPEN' ? <Explain row={row} /> : null)}
      />
      <RecordTable list={rows} query={() => ({ periodStart: from, periodEnd: to })} ownState />
    </Stack>
  );
}

/** A report has no types for the values of its columns. */
const codeOf = ({ status }: TieOutRow) => (status as StatusValue | null)?.code;

/** Explains a difference between payroll and the salary. */
function Explain({ row }: { readonly row: TieOutRow }) {
  const [explain] = useWrite('explainPayroll');
  const { employee, periodStart, periodEnd, currency, difference } = row;
  const { id, name } = employee as { readonly id: string; readonly name: string };
  const open = () =>
    openFormDialog({
      title: `Explain ${valueText('money', difference)} ${String(currency)} for ${name}`,
      fields: explanationFields,
      saveLabel: 'Explain',
      save: async ({ explanation }) => {
        const period = { periodStart: String(periodStart), periodEnd: String(periodEnd), currency: String(currency) };
        await explain({
          body: { employeeId: id, ...period, difference: String(difference), explanation: String(explanation) },
        });
        toastSuccess('Difference explained successfully');
      },
    });
  return <RowButton label="Explain" onClick={() => open()} />;
}

const periodsOfEmployee = { ...tieOut, defaultSort: { field: 'periodStart', ascending: false } } as const;

/** The payments to an employee as reported by payroll, compared with the salary. */
export function EmployeePayroll({ id }: ViewProps) {
  const mayEdit = useAllowed('pay.edit');
  return (
    <Stack>
      <Panel title="Payments">
        <RecordTable list={rows} query={() => ({ employeeId: id })} embedded />
      </Panel>
      <Panel title="Payroll compared with the salary">
        <RecordTable
          list={periodsOfEmployee}
          query={() => ({ employeeId: id, from: '1900-01-01' })}
          rowActions={(row) => (mayEdit && codeOf(row) === 'OPEN' ? <Explain row={row} /> : null)}
          embedded
          ownState
        />
      </Panel>
    </Stack>
  );
}
