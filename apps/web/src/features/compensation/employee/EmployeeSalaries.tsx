import { Button } from '@mantine/core';
import { toastSuccess } from '@carrara/ui/feedback';
import { fields, lists } from 'virtual:contract/tables';
import { useWrite } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { openFormDialog } from '../../../record/FormDialog.tsx';
import { RecordTable } from '../../../record/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';

const list = { ...lists.listSalaries, operation: 'listSalaries' } as const;
const { name: _name, employee: _employee, ...asked } = fields.salaryFields;

/** The salaries of an employee, the last one first, for whoever sees the pay of this one. */
export function EmployeeSalaries({ id }: ViewProps) {
  const mayEdit = useAllowed('pay.edit');
  const [save] = useWrite('saveSalary');
  const add = () =>
    openFormDialog({
      title: 'Add salary',
      fields: asked,
      initial: { ftePercent: '100' },
      save: async (values) => {
        const body = { ...values, employee: { id } } as Parameters<typeof save>[0]['body'];
        await save({ body });
        toastSuccess('Salary saved successfully');
      },
    });
  return (
    <RecordTable
      list={list}
      query={() => ({ employeeId: id })}
      rowHref={(row) => `#/comp/salary/${row.id}/overview`}
      actions={mayEdit ? <Button onClick={() => void add()}>Add salary</Button> : null}
      embedded
      ownState
    />
  );
}
