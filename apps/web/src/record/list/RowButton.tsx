import { Button, type ButtonProps } from '@mantine/core';

export interface RowButtonProps extends Pick<ButtonProps, 'color' | 'disabled' | 'loading'> {
  readonly label: string;
  /** The record of the row. It follows the label in the accessible name, because every row has the same label. */
  readonly subject?: string;
  readonly onClick: () => unknown;
}

/** A small button at the end of a table row. */
export const RowButton = ({ label, subject, onClick, ...props }: RowButtonProps) => (
  <Button
    {...props}
    variant="subtle"
    size="compact-xs"
    {...(subject === undefined ? {} : { 'aria-label': `${label} ${subject}` })}
    onClick={() => void onClick()}
  >
    {label}
  </Button>
);
