import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useMemo } from 'react';
import { records } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { plainRecord } from '../../../record/plainRecord.ts';
import { PayEditor, PayList } from './PayScreens.tsx';
import {
  payChangeReasons,
  reasonChoice,
  salaryDefaults,
  salaryField,
  salaryFields,
  savedSalary,
} from './salaryForm.ts';

const record = plainRecord('salary', records.salary);

/** The salaries of all employees whose pay the person can see. */
export const List = () => <PayList record={record} />;

/** Adds or edits a salary with the same form as the dialog on an employee's page. */
export function Editor() {
  const { data: reasons, error, refetch } = useRead('listReferenceEntries', payChangeReasons);
  const ownRecord = useMemo(() => ({ ...record, fields: salaryFields(reasons ?? []) }), [reasons]);
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!reasons) return <LoadingState lines={10} />;
  return (
    <PayEditor
      record={ownRecord}
      defaultsOf={salaryDefaults}
      fieldOf={salaryField}
      moreOf={(loaded) => reasonChoice(reasons, loaded?.['reason'])}
      saved={savedSalary}
    />
  );
}
