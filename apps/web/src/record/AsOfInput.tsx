import { FieldInput } from '@carrara/ui/form';
import { dateMistake } from '@carrara/ui/value';
import { useState } from 'react';

export interface AsOfInputProps {
  readonly title?: string;
  /** What is shown without a day. */
  readonly help?: string;
  /** Hears of whole days only, and of null when the day is taken away. */
  readonly onChange: (day: string | null) => void;
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The day as of which something is shown. */
export function AsOfInput({ title = 'As of', help, onChange }: AsOfInputProps) {
  const [typed, setTyped] = useState<unknown>(null);
  const [left, setLeft] = useState(false);
  return (
    <FieldInput
      name="asOf"
      field={{ kind: 'date', title, ...(help ? { help } : {}) }}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        setLeft(false);
        if (isDay(value)) onChange(value);
        else if (!value) onChange(null);
      }}
      onBlur={() => setLeft(true)}
      error={left && typed && !isDay(typed) ? `${title} ${dateMistake(String(typed)) ?? ''}` : undefined}
      disabled={false}
    />
  );
}
