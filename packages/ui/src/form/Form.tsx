import type { ReactNode } from 'react';
import { Banner } from '../feedback/Banner.tsx';
import { ReservedSpace } from '../feedback/ReservedSpace.tsx';
import styles from './form.module.css';
import { StoredInputOffer } from './StoredInputOffer.tsx';
import { useSaveKey } from './useSaveKey.ts';
import type { RecordFormState } from './useRecordForm.ts';

export interface FormProps {
  readonly form: RecordFormState;
  readonly label: string;
  readonly children: ReactNode;
}

/** The frame of a form. Its message is at the top. Enter and Ctrl/Cmd+S save it. */
export function Form({ form, label, children }: FormProps) {
  useSaveKey(() => void form.save(), form.id);
  return (
    <form
      id={form.id}
      noValidate
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <ReservedSpace>
        <StoredInputOffer stored={form.storedInput} />
        {form.formError ? <Banner tone="bad">{form.formError}</Banner> : null}
      </ReservedSpace>
      {children}
    </form>
  );
}
