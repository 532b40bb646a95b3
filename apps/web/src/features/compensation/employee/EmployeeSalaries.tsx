import { Button } from '@mantine/core';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { lists } from 'virtual:contract/tables';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed, useAppDispatch, useSession } from '../../../session/hooks.ts';
import { readPayDefaults } from './payDefaults.ts';
import { payChangeReasons, salaryDefaults, salaryField, salaryFields, savedSalary } from './salaryForm.ts';

const list = lists.listSalaries;

/** The salaries of an employee, the last one first, for people who see this employee's pay. */
export function EmployeeSalaries({ id }: ViewProps) {
  const mayEdit = useAllowed('pay.edit');
  const dispatch = useAppDispatch();
  const { settings } = useSession();
  const [save] = useWrite('saveSalary');
  const add = async () => {
    try {
      const defaults = await readPayDefaults(dispatch, id, settings?.baseCurrency);
      const reasons = await readOnce(dispatch, 'listReferenceEntries', payChangeReasons);
      const { employee: _employee, name: _name, ...fields } = salaryFields(reasons);
      await openFormDialog({
        title: 'Add salary',
        fields,
        initial: salaryDefaults(defaults),
        fieldOf: salaryField,
        save: async (values) => {
          const body = { ...values, ...savedSalary(values), employee: { id } };
          await saveConfirmed((confirmation) =>
            save({ body: { ...body, ...confirmation } as unknown as Parameters<typeof save>[0]['body'] }),
          );
          toastSuccess('Salary saved successfully');
        },
      });
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
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
