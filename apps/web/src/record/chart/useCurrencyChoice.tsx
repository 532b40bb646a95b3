import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../session/hooks.ts';

interface InCurrency {
  readonly currency: string | null;
}

export interface CurrencyChoice {
  /** Returns the rows in the chosen currency. */
  readonly of: <T extends InCurrency>(rows: readonly T[] | undefined) => readonly T[];
  /** Adds the currency of the amounts to a title. */
  readonly titled: (title: string) => string;
  /** The dollar sign for US dollars, which the specification uses by default. Other currencies are labeled by their code. */
  readonly prefix: string;
  /** Null if everything is in one currency. */
  readonly chooser: ReactNode;
}

/**
 * Returns the firm's base currency first, then other currencies by number of rows. In a report, a currency can be part of a combination such as
 * `Disbursed, USD`.
 */
export function currenciesOf(rows: readonly InCurrency[], base: string | undefined): readonly string[] {
  const counts = new Map<string, number>();
  for (const { currency } of rows) counts.set(currency ?? '', (counts.get(currency ?? '') ?? 0) + 1);
  const isBase = (code: string) => base !== undefined && code.split(', ').includes(base);
  return [...counts]
    .toSorted(([one, rowsOfOne], [other, rowsOfOther]) =>
      isBase(one) === isBase(other) ? rowsOfOther - rowsOfOne : Number(isBase(other)) - Number(isBase(one)),
    )
    .map(([code]) => code);
}

/**
 * Manages the currency of charts. A chart displays one currency at a time, because amounts in different currencies can neither be compared nor added.
 */
export function useCurrencyChoice(...all: readonly (readonly InCurrency[] | undefined)[]): CurrencyChoice {
  const [chosen, setChosen] = useState<string>();
  const base = useSession().settings?.baseCurrency;
  const currencies = currenciesOf(
    all.flatMap((rows) => rows ?? []),
    base,
  );
  const current = currencies.find((code) => code === chosen) ?? currencies[0] ?? '';
  const several = currencies.length > 1;
  return {
    of: (rows) => (rows ?? []).filter(({ currency }) => (currency ?? '') === current),
    titled: (title) => (current ? `${title}, ${current}` : title),
    prefix: current === 'USD' ? '$' : '',
    chooser: several ? (
      <SegmentedControl
        size="xs"
        aria-label="Currency"
        value={current}
        onChange={setChosen}
        data={currencies.map((code) => ({ value: code, label: code === '' ? 'No currency' : code }))}
      />
    ) : null,
  };
}
