import type { Field } from '@carrara/contract/core/fields';
import { createElement, type ReactNode } from 'react';
import { MessageText } from '../feedback/MessageText.tsx';

/** The properties of every input. `onChange` takes a value of the kind; for decimals and dates, the typed text. */
export interface FieldInputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly error: ReactNode;
  readonly disabled: boolean;
  /** Identifies the input when the first error gets the focus. */
  readonly name: string;
}

/** Common properties of Mantine's inputs, from the field's definition. */
export function inputProps({ field, error, disabled, name, onBlur }: FieldInputProps) {
  return {
    label: field.title,
    description: field.help,
    withAsterisk: field.required === true,
    // The browser's own message would appear before ours.
    'aria-required': field.required === true,
    error: typeof error === 'string' && error !== '' ? createElement(MessageText, { text: error }) : error,
    disabled: disabled || field.readOnly === true,
    'data-field': name,
    onBlur,
  };
}
