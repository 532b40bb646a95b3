import { type KindDefinition, kinds } from '@carrara/contract/core/kinds';
import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { dash, formatDecimal, plainDecimal } from '../value/formatDecimal.ts';
import { isRefusal } from '@carrara/domain/kernel/typedNumber';
import { plainText } from '../value/plainText.ts';
import { inputText, inputValue, readNumber } from '../value/readNumber.ts';
import { type FieldInputProps, inputProps } from './fieldInput.ts';
import styles from './form.module.css';

/**
 * An input for money, percent, shares and other decimals, as text. The typed digits are stored as they are. They have separators once the field is
 * left, and none during editing. Invalid text stays as typed, with the reason below it.
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
  // A computed amount may be too large to be accepted, but it is grouped, too.
  const displayed =
    typed ??
    (isRefusal(parsed) && !/^\d+(?:\.\d+)?$/.test(text)
      ? inputText(text)
      : storedFormat(isRefusal(parsed) ? text : parsed, decimals));
  // The plain text replaces the one with separators, which would lose the selection. Text typed after Tab must replace the number. A click sets its
  // caret afterwards.
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
        setTyped(inputText(isRefusal(parsed) || parsed === null ? text : plainDecimal(parsed)));
      }}
      onChange={(event) => {
        isChanged.current = true;
        setTyped(event.currentTarget.value);
        onChange(inputValue(event.currentTarget.value));
      }}
      onBlur={() => {
        if (isChanged.current && !isRefusal(parsed)) onChange(parsed);
        setTyped(undefined);
        props.onBlur();
      }}
    />
  );
}

/** An input displays more decimals than its kind if there are any, so that the stored value is visible. */
function storedFormat(parsed: string | null, decimals: number): string {
  const decimalCount = parsed?.split('.')[1]?.length ?? 0;
  const displayed = formatDecimal(parsed, Math.max(decimals, decimalCount));
  return displayed === dash ? '' : displayed;
}
