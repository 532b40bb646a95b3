import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { TextInput } from '@mantine/core';

export interface ReasonInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const field = { kind: 'longText', title: 'Reason' } as const;

/** The reason for a change that is stored at once. */
export function ReasonInput({ value, onChange }: ReasonInputProps) {
  return (
    <TextInput
      label="Reason for the change"
      description="Recorded in the history."
      value={value}
      error={fieldError(field, value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      mt={12}
    />
  );
}
