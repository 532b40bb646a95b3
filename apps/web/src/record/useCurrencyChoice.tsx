import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface InCurrency {
  readonly currency: string | null;
}

export interface CurrencyChoice {
  /** Those in the chosen currency. */
  readonly of: <T extends InCurrency>(rows: readonly T[] | undefined) => readonly T[];
  /** A title with the currency of its amounts. */
  readonly titled: (title: string) => string;
  /** The sign of US dollars, which the specification has by default; other currencies are told by their code. */
  readonly prefix: string;
  /** Nothing where all is in one currency. */
  readonly chooser: ReactNode;
}

/** A chart shows one currency at a time: bars and slices of unlike currencies can neither be compared nor added up. */
export function useCurrencyChoice(...all: readonly (readonly InCurrency[] | undefined)[]): CurrencyChoice {
  const [chosen, setChosen] = useState<string>();
  const counts = new Map<string, number>();
  for (const { currency } of all.flatMap((rows) => rows ?? []))
    counts.set(currency ?? '', (counts.get(currency ?? '') ?? 0) + 1);
  // The one that most of it is in comes first.
  const currencies = [...counts].toSorted(([, one], [, other]) => other - one).map(([code]) => code);
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
