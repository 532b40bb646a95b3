import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastError } from '@carrara/ui/feedback/toasts.ts';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { RecordEditor, type RecordEditorProps } from '../../../record/editor/RecordEditor.tsx';
import { RecordList } from '../../../record/list/RecordList.tsx';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';
import { useAppDispatch, useSession } from '../../../session/hooks.ts';
import { baseCurrencyIn, type PayDefaults, readPayDefaults } from './payDefaults.ts';
import { useEmptyPay, useHasPayable } from './useHasPayable.ts';

/** The list of all visible records of pay. Only people who can enter somebody's pay are offered a new one. */
export function PayList({ record }: { readonly record: RecordDefinition }) {
  const hasPayable = useHasPayable() === true;
  const firstStep = useEmptyPay(record.noun);
  return <RecordList record={record} canAdd={hasPayable} firstStep={firstStep} />;
}

interface PayEditorProps extends Pick<RecordEditorProps, 'record' | 'fieldOf' | 'saved' | 'moreOf'> {
  /** Returns the defaults of a new record: those of the chosen employee, or the firm's. */
  readonly defaultsOf: (defaults: PayDefaults) => Readonly<Record<string, unknown>>;
}

/** The editor of a record of pay. For a new record, choosing the employee fills in the defaults of this employee's pay. */
export function PayEditor({ defaultsOf, ...props }: PayEditorProps) {
  const { id } = useParams();
  const dispatch = useAppDispatch();
  const { settings } = useSession();
  const currencies = useRead('listReferenceEntries', { params: { type: 'currency' }, query: {} });
  if (currencies.error) return <ErrorState message={failureText(currencies.error)} onRetry={currencies.refetch} />;
  if (!currencies.data) return <LoadingState lines={10} />;
  const currency = baseCurrencyIn(currencies.data, settings?.baseCurrency);
  const fillIn = async (employeeId: string, form: RecordFormState) => {
    try {
      const defaults = defaultsOf(await readPayDefaults(dispatch, employeeId, settings?.baseCurrency));
      for (const [name, value] of Object.entries(defaults)) form.set(name, value);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  const onChange = (name: string, value: unknown, form: RecordFormState) => {
    const employee = value as { readonly id: string } | null;
    if (name === 'employee' && employee && id === undefined) void fillIn(employee.id, form);
  };
  return <RecordEditor blank={defaultsOf({ last: undefined, currency })} onChange={onChange} {...props} />;
}
