import { ErrorState, LoadingState, toastError, toastSuccess } from '@carrara/ui/feedback';
import { EditorScreen } from '@carrara/ui/editor';
import type { RecordFormState, SaveFailure } from '@carrara/ui/form';
import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { failureText, isFailure, failureWithStatus } from '../api/failure.ts';
import { useRecordCrumb } from '../frame/RecordCrumb.tsx';
import { useGoOn, useIsShown } from '../frame/useGoOn.ts';
import { useReadableFields } from '../session/hooks.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { hrefOf, type RecordDefinition, type RecordValue } from './recordDefinition.ts';
import { useRecord, useSaveRecord } from './recordCalls.ts';
import { refusals } from './refusals.ts';
import { offerTheirs } from './staleEdit.ts';

type Values = Readonly<Record<string, unknown>>;

export interface RecordEditorProps {
  readonly record: RecordDefinition;
  /** What a new record starts with. */
  readonly blank?: Values;
  /** Parts of a record that its field table does not hold: they start from the record and are saved with it. */
  readonly moreOf?: (seen: RecordValue | undefined) => Values;
  /** The fields that stand above, of a record in question where it depends on that; others are drawn by `more`. */
  readonly only?: readonly string[] | ((seen: RecordValue | undefined) => readonly string[] | undefined);
  /** A record that is edited can be deleted here too. */
  readonly deletes?: true;
  readonly more?: (form: RecordFormState, seen: RecordValue | undefined) => ReactNode;
  readonly check?: (values: Values) => Readonly<Record<string, string | undefined>>;
  /** The parts as they are saved. */
  readonly saved?: (values: Values) => Values;
  /** What is said of a save, where it is not that the record was saved or updated. */
  readonly savedText?: (isNew: boolean) => string;
  /** A fault of the server leads back to the list; what was typed is kept and offered again. */
  readonly leavesOnFault?: true;
  /** Why a record as it is now cannot be edited, and what to do instead; it is shown in place of the form. */
  readonly refusal?: (seen: RecordValue) => string | undefined;
  /** What the person has to see of the answer before the form is left. */
  readonly afterSave?: (stored: RecordValue) => Promise<void>;
  /** Where a record that cannot be loaded leads: an empty form, or the message (the default). */
  readonly whenMissing?: 'message' | 'add';
}

/** Adds or changes a record; what it is follows from the address. */
export function RecordEditor(props: RecordEditorProps) {
  const { record, whenMissing = 'message' } = props;
  const { id } = useParams();
  const { data, currentData, error, refetch } = useRecord(record, id);
  const [seen, setSeen] = useState<RecordValue>();
  // What is no identifier at all is no record either.
  const missing = (error?.status === 404 || error?.status === 400) && whenMissing === 'add';
  if (missing) return <Navigate replace to={record.paths.add} />;
  if (id === undefined) return <RecordForm {...props} key="new" seen={undefined} onReload={() => undefined} />;
  // The form keeps the state that it was opened with: a live update behind it must not change what is being typed.
  const current = seen?.id === id ? seen : data?.id === id ? data : undefined;
  if (current && seen !== current) setSeen(current);
  if (!current && currentData && currentData.id !== id) {
    return <Navigate replace to={record.paths.edit(currentData.id)} />;
  }
  if (error && !current) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!current) return <LoadingState lines={10} />;
  const refusal = props.refusal?.(current);
  if (refusal !== undefined) return <ErrorState message={refusal} />;
  return <RecordForm {...props} key={`${id} ${current.rowVersion}`} seen={current} onReload={setSeen} />;
}

interface RecordFormProps extends RecordEditorProps {
  readonly seen: RecordValue | undefined;
  readonly onReload: (latest: RecordValue) => void;
}

function RecordForm({ record, seen, onReload, ...props }: RecordFormProps) {
  const { blank, moreOf, more, check, saved, savedText, leavesOnFault, afterSave, deletes } = props;
  const only = typeof props.only === 'function' ? props.only(seen) : props.only;
  const navigate = useNavigate();
  const fields = useReadableFields(record.fields);
  const goOn = useGoOn();
  const isShown = useIsShown();
  const [save] = useSaveRecord(record);
  const { refetch } = useRecord(record, seen?.id);
  const latest = async () => (await (refetch() as unknown as Promise<{ data?: RecordValue }>)).data;
  useRecordCrumb(seen && record.nameOf(seen), seen && hrefOf(record.paths.profile(seen.id)));
  const onSave = async (values: Record<string, unknown>, all: Values): Promise<readonly SaveFailure[] | undefined> => {
    const head = seen ? { id: seen.id, rowVersion: seen.rowVersion } : {};
    try {
      const stored = await save({ ...head, ...values, ...saved?.(all) });
      await afterSave?.(stored);
      toastSuccess(
        savedText?.(seen === undefined) ??
          `${record.nameOf(stored)} ${seen ? 'updated' : 'saved'} successfully${record.stop ?? ''}`,
      );
      await goOn(record.paths.profile(stored.id, record.viewAfterSave));
      return undefined;
    } catch (failure) {
      if (isFault(failure)) {
        toastError(failureWithStatus(failure));
        if (leavesOnFault) await goOn(record.paths.list);
      } else if (seen && isShown()) await offerTheirs(failure, { latest, nameOf: record.nameOf, onReload });
      return refusals(failure);
    }
  };
  const [initial] = useState(() => ({ ...blank, ...seen, ...moreOf?.(seen) }));
  return (
    <EditorScreen
      title={seen ? `Edit ${record.nameOf(seen)}` : `${record.making ?? 'Add'} ${record.noun}`}
      fields={fields}
      initial={initial}
      onSave={onSave}
      onCancel={() => void navigate(seen ? record.paths.profile(seen.id) : record.paths.list)}
      check={(values) => ({ ...record.check?.(values), ...check?.(values) })}
      {...(only ? { only } : {})}
      actions={deletes && seen ? <DeleteButton record={record} value={seen} /> : null}
    >
      {(form) => more?.(form, seen)}
    </EditorScreen>
  );
}

/** The server failed at what it was asked, which is another thing than that it is away. */
const isFault = (failure: unknown) => isFailure(failure) && failure.status === 500;
