import { TextInput } from '@mantine/core';

export interface ReasonInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Why something is changed that is stored at once. */
export function ReasonInput({ value, onChange }: ReasonInputProps) {
  return (
    <TextInput
      label="Reason for the change"
      description="Kept in the history."
      maxLength={4000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      mt={12}
    />
  );
}
