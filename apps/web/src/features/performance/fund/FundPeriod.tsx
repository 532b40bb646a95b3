import type { ReactNode } from 'react';
import { BasisSelect } from '../../../period/BasisSelect.tsx';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { ConvertedNote, DisplayCurrencySelect } from '../../../period/displayCurrency.tsx';
import type { useFundPeriod } from './useFundPeriod.ts';

export interface FundPeriodProps {
  readonly period: ReturnType<typeof useFundPeriod>;
  readonly isStale?: boolean;
  /** True if amounts are always in the fund's own currency. */
  readonly isOwnCurrency?: boolean;
  /** True to offer all partners in place of the fee-paying limited partners. */
  readonly hasBasis?: boolean;
  /** Content after the choices. */
  readonly children?: ReactNode;
}

/** The choices of a fund's tab: the quarter and the currency. */
export function FundPeriod({
  period,
  isStale = false,
  isOwnCurrency = false,
  hasBasis = false,
  children,
}: FundPeriodProps) {
  const { date, own, codes, displayed, setDisplayed, basis, chooseBasis } = period;
  if (date.endDate === undefined) return null;
  return (
    <PeriodTools isStale={isStale}>
      <ReportingDateSelect date={date} />
      {own && !isOwnCurrency ? (
        <DisplayCurrencySelect codes={codes} own={own} value={displayed} onChange={setDisplayed} />
      ) : null}
      {hasBasis ? <BasisSelect value={basis} onChange={chooseBasis} /> : null}
      {displayed && displayed !== own ? <ConvertedNote currency={displayed} endDate={date.endDate} /> : null}
      {children}
    </PeriodTools>
  );
}
