import { defineFields, type Field } from '@carrara/contract/core/fields';
import { Button } from '@mantine/core';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { fields, lists } from 'virtual:contract/tables';
import { readOnce, useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed, useAppDispatch, useSession } from '../../../session/hooks.ts';
import { readPayDefaults } from './payDefaults.ts';

const list = { ...lists.listSalaries, operation: 'listSalaries' } as const;
const { name: _name, employee: _employee, reason, ...entered } = fields.salaryFields;
const frequencies = entered.frequency.options ?? [];

interface Choice {
  readonly code: string;
  readonly description: string;
}

/** The reason is chosen from the firm's list, or is free text if the firm has none. */
const reasonText = (reason: unknown) =>
  typeof reason === 'string' ? reason : ((reason as Choice | null)?.description ?? null);

/** Only hourly pay has weekly hours. */
const fieldOf = (name: string, field: Field, form: RecordFormState): Field =>
  name === 'hoursAWeek' && (form.values['frequency'] as Choice | null)?.code !== 'HOURLY'
    ? { ...field, readOnly: true }
    : field;

/** The salaries of an employee, the last one first, for people who see this employee's pay. */
export function EmployeeSalaries({ id }: ViewProps) {
  const mayEdit = useAllowed('pay.edit');
  const dispatch = useAppDispatch();
  const { settings } = useSession();
  const [save] = useWrite('saveSalary');
  /** Returns the defaults from the last salary, or the firm's base currency and annual pay, and the list of reasons. */
  const read = async () => {
    const { last, currency } = await readPayDefaults(dispatch, id, settings?.baseCurrency);
    const reasons = await readOnce(dispatch, 'listReferenceEntries', {
      params: { type: 'pay-change-reason' },
      query: {},
    });
    const initial = {
      currency,
      frequency: last?.frequency ?? frequencies.find(({ code }) => code === 'ANNUAL') ?? null,
      hoursAWeek: last?.hoursAWeek ?? null,
      ftePercent: last?.ftePercent ?? '100',
    };
    return { initial, reasons: reasons.map(({ description }) => ({ code: description, description })) };
  };
  const add = async () => {
    try {
      const { initial, reasons } = await read();
      await openFormDialog({
        title: 'Add salary',
        fields: defineFields({
          ...entered,
          reason: reasons.length > 0 ? { kind: 'status', title: reason.title, options: reasons } : reason,
        }),
        initial,
        fieldOf,
        save: async (values) => {
          const { frequency, hoursAWeek, ...rest } = values;
          const body = {
            ...rest,
            frequency,
            hoursAWeek: (frequency as Choice | null)?.code === 'HOURLY' ? hoursAWeek : null,
            reason: reasonText(values['reason']),
            employee: { id },
          } as Parameters<typeof save>[0]['body'];
          await save({ body });
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
