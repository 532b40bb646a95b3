import { formatDate } from '@carrara/ui/value';
import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import styles from './period.module.css';

/** Its name in an address. */
export const currencyParameter = 'currency';

/** The currency that a screen shows amounts in, which its address says; undefined: each in its own. */
export function useShownCurrency(): readonly [string | undefined, (code: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const choose = (code: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (code) next.set(currencyParameter, code);
      else next.delete(currencyParameter);
      return next;
    });
  const asked = query.get(currencyParameter) ?? '';
  return [/^[A-Z]{3}$/.test(asked) ? asked : undefined, choose];
}

/** From a record's own currency to the one that is shown, as `EUR-USD`; undefined where they are the same, or none is asked for. */
export const currencyPairOf = (own: string | null | undefined, shown: string | undefined): string | undefined =>
  own && shown && own !== shown ? `${own}-${shown}` : undefined;

export interface ShownCurrencySelectProps {
  /** The codes that can be chosen. */
  readonly codes: readonly string[];
  /** What is shown while none is chosen: `EUR`, or `As kept`. */
  readonly own: string;
  readonly value: string | undefined;
  readonly onChange: (code: string | null) => void;
}

/** Chooses the currency of the amounts; nothing where there is only the own one. */
export function ShownCurrencySelect({ codes, own, value, onChange }: ShownCurrencySelectProps) {
  const others = codes.filter((code) => code !== own);
  if (others.length === 0) return null;
  return (
    <Select
      label="Currency"
      size="xs"
      w={120}
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

/** What is converted, at which rate, and what is not. */
export const ConvertedNote = ({ currency, endDate }: ConvertedNoteProps) => (
  <p className={styles.note}>
    {`Amounts in ${currency} at the rates of ${formatDate(endDate)}; returns, multiples, bridge and J-curve in fund currency.`}
  </p>
);
