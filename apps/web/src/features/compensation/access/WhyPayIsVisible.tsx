import type { Field } from '@carrara/contract/core/fields';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import styles from './payAccess.module.css';

/** Opens a dialog that explains by which access a person can or can't see an employee's pay. */
export const openWhyPayIsVisible = (): Promise<void> =>
  openDialog<void>((close) => <WhyPayIsVisible onClose={() => close()} />);

interface Chosen {
  readonly id: string;
}
const questionFields = {
  user: { kind: 'reference', target: 'user', title: 'Who' },
  employee: { kind: 'reference', target: 'compEmployee', title: 'Employee' },
} as const satisfies Readonly<Record<string, Field>>;
type Question = { readonly [name in keyof typeof questionFields]?: Chosen | null };

function WhyPayIsVisible({ onClose }: { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<Question>({});
  const input = (name: keyof Question) => (
    <FieldInput
      name={name}
      field={questionFields[name]}
      value={chosen[name] ?? null}
      onChange={(value) => setChosen((before) => ({ ...before, [name]: value as Chosen | null }))}
      onBlur={() => undefined}
      error={undefined}
      disabled={false}
    />
  );
  return (
    <DialogFrame title="Why can this person see this pay?" onClose={onClose} size="lg">
      <div className={styles.why} data-only-shows>
        {input('user')}
        {input('employee')}
        <div aria-live="polite">
          {chosen.user && chosen.employee ? (
            <Why personId={chosen.user.id} employeeId={chosen.employee.id} />
          ) : (
            <Text size="sm">Choose a person and an employee.</Text>
          )}
        </div>
      </div>
      <DialogActions onCancel={onClose} cancelLabel="Close" />
    </DialogFrame>
  );
}

function Why(query: { readonly personId: string; readonly employeeId: string }) {
  const { data, error, refetch } = useRead('explainPayAccess', { query });
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState lines={2} />;
  return (
    <>
      <Text fw={600}>{data.canView ? 'This person can see the pay.' : 'This person can’t see the pay.'}</Text>
      {data.reasons.map((reason) => (
        <Text key={reason} size="sm">
          {reason}
        </Text>
      ))}
    </>
  );
}
