import { Button } from '@mantine/core';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { lists } from 'virtual:contract/tables';
import { useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed, useAppDispatch, useSession } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { awardFields } from './awardFields.ts';
import { readPayDefaults } from './payDefaults.ts';

const list = lists.listAwards;
const { employee: _employee, ...ofEmployee } = awardFields;

/** The awards of an employee, newest first, for people who can see this employee's pay. */
export function EmployeeAwards({ id }: ViewProps) {
  const mayEdit = useAllowed('pay.edit');
  const today = useToday();
  const [save] = useWrite('saveAward');
  const dispatch = useAppDispatch();
  const { settings } = useSession();
  const add = async () => {
    try {
      const { currency } = await readPayDefaults(dispatch, id, settings?.baseCurrency);
      await openFormDialog({
        title: 'Add award',
        fields: ofEmployee,
        initial: { awardDate: today, currency },
        save: async (values) => {
          await saveConfirmed((confirmation) =>
            save({ body: { ...values, employee: { id }, ...confirmation } as Parameters<typeof save>[0]['body'] }),
          );
          toastSuccess('Award saved successfully');
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
      rowHref={(row) => `#/comp/award/${row.id}/overview`}
      actions={mayEdit ? <Button onClick={() => void add()}>Add award</Button> : null}
      embedded
      ownState
    />
  );
}
