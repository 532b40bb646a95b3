import { Button } from '@mantine/core';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { fields, lists } from 'virtual:contract/tables';
import { useWrite } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';

const list = { ...lists.listAwards, operation: 'listAwards' } as const;
const { employee: _employee, ...awardFields } = fields.awardFields;

/** The awards of an employee, newest first, for people who can see this employee's pay. */
export function EmployeeAwards({ id }: ViewProps) {
  const mayEdit = useAllowed('pay.edit');
  const today = useToday();
  const [save] = useWrite('saveAward');
  const add = () =>
    openFormDialog({
      title: 'Add award',
      fields: awardFields,
      initial: { awardDate: today },
      save: async (values) => {
        await save({ body: { ...values, employee: { id } } as Parameters<typeof save>[0]['body'] });
        toastSuccess('Award saved successfully');
      },
    });
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
