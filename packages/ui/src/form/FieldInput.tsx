import type { Kind, StatusValue } from '@carrara/contract/core/kinds';
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { plainText } from '../value/plainText.ts';
import { Value } from '../value/Value.tsx';
import { AddressInput } from './AddressInput.tsx';
import { DateInput } from './DateInput.tsx';
import { DecimalInput } from './DecimalInput.tsx';
import { type FieldInputProps, inputProps } from './fieldInput.ts';
import styles from './form.module.css';
import { PictureInput } from './PictureInput.tsx';
import { ReferenceInput, ReferenceListInput } from './ReferenceInput.tsx';

type Input = (props: FieldInputProps) => ReactNode;

/** Longer text can be typed and is refused at the field, so pasted text is never cut off silently. */
const text = (type: 'text' | 'email' = 'text'): Input =>
  function TextField(props) {
    return (
      <TextInput
        {...inputProps(props)}
        type={type}
        autoComplete="off"
        value={plainText(props.value)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    );
  };

function LongTextInput(props: FieldInputProps) {
  return (
    <Textarea
      {...inputProps(props)}
      autosize
      minRows={3}
      maxRows={12}
      value={(props.value as string | null) ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

function BooleanInput(props: FieldInputProps) {
  const { withAsterisk: _required, ...input } = inputProps(props);
  return (
    <Checkbox
      {...input}
      className={styles.check ?? ''}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

/** Longer lists of choices can be searched by label. */
const MANY_CHOICES = 12;

function StatusInput(props: FieldInputProps) {
  const options: readonly StatusValue[] = props.field.options ?? [];
  return (
    <Select
      {...inputProps(props)}
      data={options.map(({ code, description }) => ({ value: code, label: description }))}
      value={(props.value as StatusValue | null)?.code ?? null}
      allowDeselect={props.field.required !== true}
      searchable={options.length > MANY_CHOICES}
      openOnFocus={false}
      clearable={props.field.required !== true}
      clearButtonProps={{ 'aria-label': `Clear ${props.field.title}` }}
      onChange={(code) => props.onChange(options.find((option) => option.code === code) ?? null)}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** A value that the server sets. It can't be edited. */
function ReadOnlyInput({ field, value }: FieldInputProps) {
  return (
    <div className={styles.readOnly}>
      <span className={styles.label}>{field.title}</span>
      <Value kind={field.kind} value={value} />
      {field.help ? <span className={styles.reason}>{field.help}</span> : null}
    </div>
  );
}

const inputs: Record<Kind, Input> = {
  id: ReadOnlyInput,
  text: text(),
  longText: LongTextInput,
  email: text('email'),
  code: text(),
  boolean: BooleanInput,
  count: DecimalInput,
  money: DecimalInput,
  amounts: ReadOnlyInput,
  percent: DecimalInput,
  shares: DecimalInput,
  multiple: DecimalInput,
  rate: DecimalInput,
  return: DecimalInput,
  spanReturn: DecimalInput,
  partialReturn: DecimalInput,
  partialSpanReturn: DecimalInput,
  partialMultiple: DecimalInput,
  partialMoney: DecimalInput,
  rolledMoney: DecimalInput,
  years: DecimalInput,
  year: text(),
  date: DateInput,
  instant: ReadOnlyInput,
  status: StatusInput,
  reference: ReferenceInput,
  referenceList: ReferenceListInput,
  address: AddressInput,
  picture: PictureInput,
};

/** The input for a field, by its kind. */
export function FieldInput(props: FieldInputProps) {
  const Input = props.field.readOnly ? ReadOnlyInput : inputs[props.field.kind];
  return <Input {...props} />;
}
