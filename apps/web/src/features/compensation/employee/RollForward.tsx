import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { dateMistake } from '@carrara/ui/value/formatDate.ts';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { useToday } from '../../../session/useToday.ts';
import styles from './employee.module.css';

const money = (field: string, title: string) => ({ field, kind: 'money', title }) as const;
const columns = [
  { field: 'currency', kind: 'code', title: 'Currency' },
  money('opening', 'Opening'),
  money('granted', 'Granted'),
  money('paid', 'Paid'),
  money('forfeited', 'Forfeited'),
  money('closing', 'Closing'),
  money('vested', 'Vested part of closing'),
] as const;
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const errorOf = (title: string, value: unknown) =>
  isDay(value) ? undefined : `${title} ${dateMistake(String(value ?? '')) ?? ''}`;
const days = { from: 'From', to: 'To' } as const;
type Days = { readonly [D in keyof typeof days]: unknown };

/** A roll-forward of deferred awards between two dates, for each currency: opening balance, movements and closing balance. */
export function RollForward({ employeeId }: { readonly employeeId?: string }) {
  const today = useToday();
  const [typed, setTyped] = useState<Days>({ from: `${today.slice(0, 4)}-01-01`, to: today });
  const [span, setRequested] = useState({ from: `${today.slice(0, 4)}-01-01`, to: today });
  const query = employeeId ? { ...span, employeeId } : span;
  const { data, error, refetch } = useRead('getDeferredRollForward', { query });
  const change = (name: keyof Days, value: unknown) => {
    setTyped((before) => ({ ...before, [name]: value }));
    if (isDay(value)) setRequested((before) => ({ ...before, [name]: value }));
  };
  return (
    <Panel title="Roll-forward of deferred awards" flush>
      <div className={styles.days}>
        {Object.entries(days).map(([name, title]) => (
          <FieldInput
            key={name}
            name={`roll-${name}`}
            field={{ kind: 'date', title }}
            value={typed[name as keyof Days]}
            onChange={(value) => change(name as keyof Days, value)}
            onBlur={() => undefined}
            error={errorOf(title, typed[name as keyof Days])}
            disabled={false}
          />
        ))}
      </div>
      {error ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : data ? (
        <DataTable
          label="Roll-forward of deferred awards"
          columns={columns}
          rows={data.totals}
          rowKey={({ currency }: { readonly currency: string }) => currency}
        />
      ) : (
        <LoadingState lines={2} />
      )}
    </Panel>
  );
}
