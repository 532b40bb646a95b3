import { ErrorState } from '@carrara/ui/feedback/states.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { EditorScreen, type EditorScreenProps } from '@carrara/ui/editor/EditorScreen.tsx';
import type { RecordFormState, SaveFailure } from '@carrara/ui/form/useRecordForm.ts';
import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { refetchLatest } from '../../api/calls.ts';
import { isFailure, failureWithStatus } from '../../api/failure.ts';
import type { QueryName } from '../../api/operations.ts';
import { useRecordCrumb } from '../../frame/RecordCrumb.tsx';
import { useContinueTo, useIsVisible } from '../../frame/useContinueTo.ts';
import { useReadableFields } from '../../session/hooks.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { ReadState } from '../ReadState.tsx';
import { toHref, type RecordDefinition, type RecordOf, type RecordValue } from '../recordDefinition.ts';
import { useRecord, useSaveRecord } from '../recordCalls.ts';
import { refusals } from './refusals.ts';
import { saveConfirmed } from './saveConfirmed.tsx';
import { offerLatestVersion } from './staleEdit.ts';

type Values = Readonly<Record<string, unknown>>;

export interface RecordEditorProps<G extends QueryName = QueryName>
  extends Pick<EditorScreenProps, 'fieldOf' | 'onChange'> {
  readonly record: RecordDefinition<G>;
  /** Initial values of a new record. */
  readonly blank?: Values;
  /** Returns parts of a record that are not in its table of fields. They start with the record's values and are saved with it. */
  readonly moreOf?: (loaded: RecordValue | undefined) => Values;
  /** The fields above `more`, possibly depending on the record. `more` displays the others. */
  readonly only?: readonly string[] | ((loaded: RecordValue | undefined) => readonly string[] | undefined);
  /** Set if the editor can also delete the record. */
  readonly deletes?: true;
  readonly more?: (form: RecordFormState, loaded: RecordValue | undefined) => ReactNode;
  readonly check?: (values: Values) => Readonly<Record<string, string | undefined>>;
  /** Returns the parts as they are saved. */
  readonly saved?: (values: Values) => Values;
  /** Returns the message after a save, if the standard one does not fit. */
  readonly savedText?: (isNew: boolean) => string;
  /** Set if an internal error of the server returns to the list. The input is stored and offered again. */
  readonly leavesOnFault?: true;
  /** Returns the reason why a record can't be edited in its current state, and what to do instead. It replaces the form. */
  readonly refusal?: (loaded: RecordOf<G>) => string | undefined;
  /** Displays data of the response that the person has to see before the form closes. */
  readonly afterSave?: (stored: RecordValue) => Promise<void>;
  /** Determines what happens if the record can't be loaded: an empty form, or a message (the default). */
  readonly whenMissing?: 'message' | 'add';
}

/** Creates or edits a record, depending on the address. */
export function RecordEditor<G extends QueryName>({
  refusal,
  whenMissing = 'message',
  ...props
}: RecordEditorProps<G>) {
  const { record } = props;
  const { id } = useParams();
  const { data, currentData, error, refetch } = useRecord(record, id);
  const [loaded, setLoaded] = useState<RecordOf<G>>();
  // An invalid id (400) is treated like a missing record.
  const missing = (error?.status === 404 || error?.status === 400) && whenMissing === 'add';
  if (missing) return <Navigate replace to={record.paths.add} />;
  if (id === undefined) return <RecordForm {...props} key="new" loaded={undefined} onReload={() => undefined} />;
  // The form keeps the record as it was when it opened, so that a live update does not change the input.
  const current = loaded?.id === id ? loaded : data?.id === id ? data : undefined;
  if (current && loaded !== current) setLoaded(current);
  if (!current && currentData && currentData.id !== id) {
    return <Navigate replace to={record.paths.edit(currentData.id)} />;
  }
  if (!current) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const refused = refusal?.(current);
  if (refused !== undefined) return <ErrorState message={refused} />;
  return <RecordForm {...props} key={`${id} ${current.rowVersion}`} loaded={current} onReload={setLoaded} />;
}

interface RecordFormProps<G extends QueryName> extends Omit<RecordEditorProps<G>, 'refusal' | 'whenMissing'> {
  readonly loaded: RecordOf<G> | undefined;
  readonly onReload: (latest: RecordOf<G>) => void;
}

function RecordForm<G extends QueryName>({ record, loaded, onReload, ...props }: RecordFormProps<G>) {
  const { blank, moreOf, more, check, saved, savedText, leavesOnFault, afterSave, deletes, fieldOf, onChange } = props;
  const only = typeof props.only === 'function' ? props.only(loaded) : props.only;
  const navigate = useNavigate();
  const fields = useReadableFields(record.fields);
  const continueTo = useContinueTo();
  const isVisible = useIsVisible();
  const [save] = useSaveRecord(record);
  const reading = useRecord(record, loaded?.id);
  const latest = () => refetchLatest(reading);
  useRecordCrumb(loaded && record.nameOf(loaded), loaded && toHref(record.paths.profile(loaded.id)));
  const onSave = async (values: Record<string, unknown>, all: Values): Promise<readonly SaveFailure[] | undefined> => {
    const head = loaded ? { id: loaded.id, rowVersion: loaded.rowVersion } : {};
    try {
      const stored = await saveConfirmed((confirmation) =>
        save({ ...head, ...values, ...saved?.(all), ...confirmation }),
      );
      await afterSave?.(stored);
      toastSuccess(
        savedText?.(loaded === undefined) ??
          `${record.nameOf(stored)} ${loaded ? 'updated' : 'saved'} successfully${record.stop ?? ''}`,
      );
      await continueTo(record.paths.profile(stored.id, record.viewAfterSave));
      return undefined;
    } catch (failure) {
      if (isFault(failure)) {
        toastError(failureWithStatus(failure));
        if (leavesOnFault) await continueTo(record.paths.list);
      } else if (loaded && isVisible())
        return refusals(failure, await offerLatestVersion(failure, { latest, nameOf: record.nameOf, onReload }));
      return refusals(failure);
    }
  };
  const [initial] = useState(() => ({ ...blank, ...loaded, ...moreOf?.(loaded) }));
  return (
    <EditorScreen
      title={loaded ? `Edit ${record.nameOf(loaded)}` : `${record.options ?? 'Add'} ${record.noun}`}
      fields={fields}
      initial={initial}
      onSave={onSave}
      onCancel={() => void navigate(loaded ? record.paths.profile(loaded.id) : record.paths.list)}
      check={(values) => ({ ...record.check?.(values), ...check?.(values) })}
      fieldOf={fieldOf}
      onChange={onChange}
      {...(only ? { only } : {})}
      actions={deletes && loaded ? <DeleteButton record={record} value={loaded} /> : null}
    >
      {(form) => more?.(form, loaded)}
    </EditorScreen>
  );
}

/** True if the server failed internally, as opposed to being unavailable. */
const isFault = (failure: unknown) => isFailure(failure) && failure.status === 500;
