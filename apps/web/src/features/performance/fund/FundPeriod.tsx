import type { Figure } from '@carrara/ui/profile';
import type { ReactNode } from 'react';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { ShownCurrencySelect } from '../../../period/shownCurrency.tsx';
import type { useFundPeriod } from './useFundPeriod.ts';

export interface FundPeriodProps {
  readonly period: ReturnType<typeof useFundPeriod>;
  readonly figures?: readonly Figure[];
  /** The amounts are those of the fund's own currency alone. */
  readonly isOwnCurrency?: boolean;
  /** Behind the choosers. */
  readonly children?: ReactNode;
}

/** What a tab of a fund shows the figures of: the quarter, and the currency. */
export function FundPeriod({ period, figures = [], isOwnCurrency = false, children }: FundPeriodProps) {
  const { date, own, codes, shown, setShown } = period;
  if (date.endDate === undefined) return null;
  return (
    <PeriodTools figures={figures}>
      <ReportingDateSelect date={date} />
      {own && !isOwnCurrency ? <ShownCurrencySelect codes={codes} own={own} value={shown} onChange={setShown} /> : null}
      {children}
    </PeriodTools>
  );
}
