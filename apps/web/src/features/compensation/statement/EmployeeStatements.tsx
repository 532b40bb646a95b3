import { defineFields } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { fields, lists } from 'virtual:contract/tables';
import { useFormWrite, useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';

const list = lists.listPayStatements;
const { year, message } = fields.payStatementFields;
const formFields = defineFields({ year, message });

/** The statements of an employee, newest year first, including superseded ones. */
export function EmployeeStatements({ id }: ViewProps) {
  const { data } = useRead('getPayVisibility', { params: { id } });
  const mayEdit = useAllowed('pay.edit');
  const today = useToday();
  const continueTo = useContinueTo();
  const [save] = useFormWrite('savePayStatement');
  if (data === undefined) return <LoadingState lines={4} />;
  if (!data.canView) return <Banner tone="info">You don’t have access to this employee’s pay.</Banner>;
  const draft = async () => {
    let drafted: { readonly id: string } | undefined;
    await openFormDialog({
      title: 'Draft statement',
      fields: formFields,
      initial: { year: Number(today.slice(0, 4)) - 1 },
      saveLabel: 'Draft',
      save: async (values) => {
        const body = { ...values, employee: { id } };
        drafted = await save({ body });
        toastSuccess('Statement drafted successfully');
      },
    });
    if (drafted) await continueTo(`/comp/statement/${drafted.id}`);
  };
  return (
    <RecordTable
      list={list}
      query={() => ({ employeeId: id })}
      rowHref={(row) => `#/comp/statement/${row.id}`}
      actions={mayEdit ? <Button onClick={() => void draft()}>Draft statement</Button> : null}
      embedded
    />
  );
}
