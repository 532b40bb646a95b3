import { Button } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RecordTable } from '../../../record/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';

const rows = { ...lists.listPayroll, operation: 'listPayroll' } as const;
const files = { ...lists.listPayrollFiles, operation: 'listPayrollFiles' } as const;

/** `#/comp/payroll`: each period of a provider as a file had it, the last one first. */
export function Payroll() {
  const [mayUpload, mayEdit] = [useAllowed('upload.edit'), useAllowed('pay.edit')];
  return (
    <RecordTable
      list={files}
      rowHref={({ id, state }) => (state === 'In force' ? `#/comp/payroll/${id}` : undefined)}
      actions={
        mayUpload && mayEdit ? (
          <Button component="a" href="#/comp/datamanagement?upload=payroll-actuals">
            Upload payroll
          </Button>
        ) : null
      }
    />
  );
}

/** `#/comp/payroll/{id}`: what was paid by a file for its period, of those whose pay one sees. */
export function PayrollPeriod() {
  const { id = '' } = useParams();
  return <RecordTable list={rows} query={() => ({ payrollFileId: id })} />;
}

/** What payroll says was paid to an employee. */
export const EmployeePayroll = ({ id }: ViewProps) => (
  <RecordTable list={rows} query={() => ({ employeeId: id })} embedded />
);
