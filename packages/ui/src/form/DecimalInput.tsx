import { type KindDefinition, kinds } from '@carrara/contract/core/kinds';
import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { dash, formatDecimal, plainDecimal } from '../value/formatDecimal.ts';
import { isRefusal } from '@carrara/domain/kernel/typedNumber';
import { plainText } from '../value/plainText.ts';
import { readNumber } from '../value/readNumber.ts';
import { type FieldInputProps, inputProps } from './fieldInput.ts';
import styles from './form.module.css';

/**
 * Money, percent, shares and the like, as text: what is typed is kept digit by digit, shown with separators when the field is left,
 * and plain while it is edited. What is no number stays as typed, with the reason below.
 */
export function DecimalInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  const { decimals = 0, suffix }: KindDefinition = kinds[field.kind];
  /** The text of the box while it is edited. The value does not change until something is typed. */
  const [typed, setTyped] = useState<string>();
  const editing = typed !== undefined;
  const isChanged = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const text = plainText(value);
  const parsed = readNumber(field, text);
  // A computed amount may be too large to be accepted, and is grouped all the same.
  const displayed =
    typed ??
    (isRefusal(parsed) && !/^\d/.test(text) ? text : storedFormat(isRefusal(parsed) ? text : parsed, decimals));
  // The plain text takes the place of the one with separators, and the selection would be lost with it: what is typed after Tab is to
  // replace the number. A click sets its caret afterwards.
  useLayoutEffect(() => {
    if (editing) input.current?.select();
  }, [editing]);
  return (
    <TextInput
      {...inputProps(props)}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: styles.figure ?? '' }}
      rightSection={field.kind === 'percent' ? '%' : suffix}
      rightSectionPointerEvents="none"
      rightSectionWidth={field.kind === 'percent' || suffix ? 28 : 10}
      value={displayed}
      onFocus={() => {
        isChanged.current = false;
        setTyped(isRefusal(parsed) || parsed === null ? text : plainDecimal(parsed));
      }}
      onChange={(event) => {
        isChanged.current = true;
        setTyped(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => {
        if (isChanged.current && !isRefusal(parsed)) onChange(parsed);
        setTyped(undefined);
        props.onBlur();
      }}
    />
  );
}

/** More decimals than the kind shows are not hidden in an input: what is kept is what is seen. */
function storedFormat(parsed: string | null, decimals: number): string {
  const decimalCount = parsed?.split('.')[1]?.length ?? 0;
  const displayed = formatDecimal(parsed, Math.max(decimals, decimalCount));
  return displayed === dash ? '' : displayed;
}
