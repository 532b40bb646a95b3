import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import styles from './period.module.css';

/** The name of the parameter in the address. */
export const currencyParameter = 'currency';

/** Manages the display currency in the address; undefined to display each amount in its own currency. */
export function useDisplayCurrency(): readonly [string | undefined, (code: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const choose = (code: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (code) next.set(currencyParameter, code);
      else next.delete(currencyParameter);
      return next;
    });
  const requested = query.get(currencyParameter) ?? '';
  return [/^[A-Z]{3}$/.test(requested) ? requested : undefined, choose];
}

/** Returns the conversion from a record's currency to the display currency, such as `EUR-USD`; undefined if there is none. */
export const toCurrencyPair = (own: string | null | undefined, displayed: string | undefined): string | undefined =>
  own && displayed && own !== displayed ? `${own}-${displayed}` : undefined;

export interface DisplayCurrencySelectProps {
  /** The codes to choose from. */
  readonly codes: readonly string[];
  /** The label of the default choice: `EUR`, or `Fund currency`. */
  readonly own: string;
  readonly value: string | undefined;
  readonly onChange: (code: string | null) => void;
}

/** A choice of the display currency. Displays nothing if there is only one currency. */
export function DisplayCurrencySelect({ codes, own, value, onChange }: DisplayCurrencySelectProps) {
  const others = codes.filter((code) => code !== own);
  if (others.length === 0) return null;
  return (
    <Select
      label="Currency"
      size="xs"
      w={150}
      allowDeselect={false}
      data={[{ value: '', label: own }, ...others.map((code) => ({ value: code, label: code }))]}
      value={value && others.includes(value) ? value : ''}
      onChange={(code) => onChange(code === '' ? null : code)}
    />
  );
}

export interface ConvertedNoteProps {
  readonly currency: string;
  readonly endDate: string;
}

/** Names the converted amounts, the rate, and what is not converted. */
export const ConvertedNote = ({ currency, endDate }: ConvertedNoteProps) => (
  <p className={styles.note}>
    {`Amounts are in ${currency} at the rates of ${formatDate(endDate)}. Returns, multiples, bridge and J-curve are in fund currency.`}
  </p>
);
