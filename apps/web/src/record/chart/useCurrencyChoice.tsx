import { currencyOrder } from '@carrara/domain/kernel';
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../session/hooks.ts';

interface InCurrency {
  readonly currency: string | null;
}

export interface CurrencyChoice {
  /** Returns the rows in the chosen currency. */
  readonly inCurrency: <T extends InCurrency>(rows: readonly T[] | undefined) => readonly T[];
  /** Adds the currency of the amounts to a title. */
  readonly titled: (title: string) => string;
  /** The currency at the end of a question: `, in USD`. */
  readonly ending: string;
  /** The dollar sign for US dollars, which the specification uses by default. Other currencies are labeled by their code. */
  readonly prefix: string;
  /** Null if everything is in one currency. */
  readonly chooser: ReactNode;
}

const isPaid = (combination: string) => combination.startsWith('Disbursed');

/** Returns the currencies of the rows in their order, disbursed amounts first. In a report, a currency can be part of a combination such as `Disbursed, USD`. */
export function listCurrencies(rows: readonly InCurrency[], base: string | undefined): readonly string[] {
  const inOrder = currencyOrder(base);
  const codeIn = (combination: string) => combination.split(', ').at(-1);
  return [...new Set(rows.map(({ currency }) => currency ?? ''))].toSorted(
    (first, other) =>
      inOrder(codeIn(first), codeIn(other)) ||
      Number(isPaid(other)) - Number(isPaid(first)) ||
      first.localeCompare(other, 'en'),
  );
}

/**
 * Manages the currency of charts. A chart displays one currency at a time, because amounts in different currencies can neither be compared nor added.
 */
export function useCurrencyChoice(...all: readonly (readonly InCurrency[] | undefined)[]): CurrencyChoice {
  const [chosen, setChosen] = useState<string>();
  const base = useSession().settings?.baseCurrency;
  const currencies = listCurrencies(
    all.flatMap((rows) => rows ?? []),
    base,
  );
  // While figures load, a title already names the base currency, so that it doesn't grow a line afterward.
  const usual = all.includes(undefined) ? base : undefined;
  const current = currencies.find((code) => code === chosen) ?? currencies[0] ?? usual ?? '';
  const several = currencies.length > 1;
  return {
    inCurrency: (rows) => (rows ?? []).filter(({ currency }) => (currency ?? '') === current),
    titled: (title) => (current ? `${title}, ${current}` : title),
    ending: current ? `, in ${current}` : '',
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
