import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { dateMistake, parseDateText } from '@carrara/ui/value/formatDate.ts';
import { useState } from 'react';
import styles from './allocationProfile.module.css';

export interface AsOfInputProps {
  /** An ISO date; undefined for today. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** The date as of which an allocation is displayed; blank for today. */
export function AsOfInput({ value, onChange }: AsOfInputProps) {
  const [typed, setTyped] = useState<unknown>(value ?? null);
  const change = (next: unknown) => {
    setTyped(next);
    const text = typeof next === 'string' ? next : '';
    const iso = parseDateText(text);
    if (iso || text === '') onChange(iso ?? undefined);
  };
  const mistake = typeof typed === 'string' && typed !== '' ? dateMistake(typed) : undefined;
  return (
    <div className={styles.asOf}>
      <FieldInput
        name="asOf"
        field={{ kind: 'date', title: 'As of' }}
        value={typed}
        onChange={change}
        onBlur={() => undefined}
        error={mistake === undefined ? undefined : `As of ${mistake}`}
        disabled={false}
      />
    </div>
  );
}
