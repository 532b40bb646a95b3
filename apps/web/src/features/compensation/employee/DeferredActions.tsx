import { toastInfo, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { rowMistakes } from '@carrara/ui/form/fieldRules.ts';
import { Button } from '@mantine/core';
import { fields } from 'virtual:contract/tables';
import { useFormWrite, useWrite } from '../../../api/calls.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { type RowValues, RowsEditor } from '../../../record/editor/RowsEditor.tsx';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';

const { employee, ...awardFields } = fields.deferredAwardFields;
const withEmployee = { employee: { ...employee, target: 'payableEmployee' }, ...awardFields };
const due = { until: { kind: 'date', title: 'Until', required: true } } as const;

/** Buttons to grant an award and to enter vesting and payments up to a date. They are for one employee or for all whose pay the person can see. */
export function DeferredActions({ employeeId }: { readonly employeeId?: string }) {
  const mayEdit = useAllowed('pay.edit');
  const today = useToday();
  const [grant] = useFormWrite('grantDeferredAward');
  const [enter] = useWrite('enterDueDeferred');
  if (!mayEdit) return null;
  const openGrant = () =>
    openFormDialog({
      title: 'Grant deferred award',
      fields: employeeId ? awardFields : withEmployee,
      initial: { grantDate: today, tranches: [{}] },
      saveLabel: 'Grant',
      check: (values) =>
        rowMistakes('tranches', fields.deferredTrancheFields, (values['tranches'] ?? []) as readonly RowValues[]),
      save: async (values, all) => {
        const { tranches } = all as { readonly tranches: readonly RowValues[] };
        const employee = employeeId ? { employee: { id: employeeId } } : {};
        const body = { ...values, ...employee, tranches };
        await saveConfirmed((confirmation) => grant({ body: { ...body, ...confirmation } }));
        toastSuccess('Deferred award granted successfully');
      },
      more: (form) => (
        <RowsEditor
          title="Tranches"
          path="tranches"
          form={form}
          fields={fields.deferredTrancheFields}
          rows={(form.values['tranches'] ?? []) as readonly RowValues[]}
          onChange={(next) => form.set('tranches', next)}
          addLabel="Add tranche"
        />
      ),
    });
  const openDue = () =>
    openFormDialog({
      title: 'Enter amounts due',
      fields: due,
      initial: { until: today },
      saveLabel: 'Enter',
      save: async ({ until }) => {
        const { pageData } = await enter({ body: { until: String(until), employeeId: employeeId ?? null } });
        if (pageData.length === 0) toastInfo('Nothing was due');
        else toastSuccess('Deferred awards updated successfully');
      },
    });
  return (
    <>
      <Button variant="default" onClick={() => void openDue()}>
        Enter amounts due
      </Button>
      <Button onClick={() => void openGrant()}>Grant deferred award</Button>
    </>
  );
}
