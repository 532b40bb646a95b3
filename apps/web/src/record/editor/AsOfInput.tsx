import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { dateMistake } from '@carrara/ui/value/formatDate.ts';
import { useState } from 'react';

export interface AsOfInputProps {
  readonly title?: string;
  /** The help text while no date is chosen. */
  readonly help?: string;
  /** The date at first, such as one in the address. */
  readonly initial?: string | undefined;
  /** Receives only complete dates, and null when the date is cleared. */
  readonly onChange: (day: string | null) => void;
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** An input for the date as of which data is displayed. */
export function AsOfInput({ title = 'As of', help, initial, onChange }: AsOfInputProps) {
  const [typed, setTyped] = useState<unknown>(initial ?? null);
  const [wasBlurred, setWasBlurred] = useState(false);
  return (
    <FieldInput
      name="asOf"
      field={{ kind: 'date', title, ...(help ? { help } : {}) }}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        setWasBlurred(false);
        if (isDay(value)) onChange(value);
        else if (!value) onChange(null);
      }}
      onBlur={() => setWasBlurred(true)}
      error={wasBlurred && typed && !isDay(typed) ? `${title} ${dateMistake(String(typed)) ?? ''}` : undefined}
      disabled={false}
    />
  );
}
