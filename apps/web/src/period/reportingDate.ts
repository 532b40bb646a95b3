import type { ReportingDate } from '@carrara/contract/performance/period/periodFigures';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currencyParameter } from './displayCurrency.tsx';

/** The name of the parameter in the address. */
const parameter = 'endDate';
/** Set if late funds are carried forward. */
const lateParameter = 'late';
const carried = 'carried';

export interface ChosenDate {
  /** The chosen quarter end; undefined while loading, and if there is none. */
  readonly endDate: string | undefined;
  readonly dates: readonly ReportingDate[];
  /** The date in the address, if there are no figures for it. The page then displays `endDate`. */
  readonly withoutFigures: string | undefined;
  /** True if the dates are loaded and there is none. */
  readonly hasNoDate: boolean;
  readonly choose: (endDate: string) => void;
  /** The chosen date with the funds that are late. */
  readonly current: ReportingDate | undefined;
  /** The date that other pages display, if this page defaults to an earlier one. */
  readonly latest: string | undefined;
  /** Set if late funds appear with their last values; undefined otherwise, so that queries leave it out. */
  readonly carriesForward: 'true' | undefined;
  readonly carryForward: (isCarried: boolean) => void;
}

/**
 * Manages the reporting date of a page: the one in the address, else the page's usual one if it has figures, else the default. Every call of the page
 * contains it, so that another date loads everything again. Back undoes the choice.
 */
export function useReportingDate(dates: readonly ReportingDate[] | undefined, usual?: string): ChosenDate {
  const [query, setQuery] = useSearchParams();
  const requested = query.get(parameter);
  const among = (day: string | null | undefined) => dates?.find(({ endDate }) => endDate === day)?.endDate;
  const latest = (dates?.find(({ isDefault }) => isDefault) ?? dates?.[0])?.endDate;
  const standard = among(usual) ?? latest;
  const choose = useCallback(
    (endDate: string) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        if (endDate === standard) next.delete(parameter);
        else next.set(parameter, endDate);
        // Page numbers don't carry over to another quarter.
        next.delete('page');
        return next;
      }),
    [standard, setQuery],
  );
  const carryForward = useCallback(
    (isCarried: boolean) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        if (isCarried) next.set(lateParameter, carried);
        else next.delete(lateParameter);
        return next;
      }),
    [setQuery],
  );
  const endDate = among(requested) ?? standard;
  return {
    endDate,
    dates: dates ?? [],
    withoutFigures:
      requested !== null && /^\d{4}-\d{2}-\d{2}$/.test(requested) && dates !== undefined && endDate !== requested
        ? requested
        : undefined,
    hasNoDate: dates?.length === 0,
    choose,
    latest: latest !== standard && endDate === standard ? latest : undefined,
    current: dates?.find((date) => date.endDate === endDate),
    carriesForward: query.get(lateParameter) === carried ? 'true' : undefined,
    carryForward,
  };
}

/** Returns the part of the query that keeps the quarter and the currency on another tab or record, including the `?`, or an empty text. */
export function useStoredPeriod(): string {
  const [query] = useSearchParams();
  const shared = [...query].filter(([name]) => name === parameter || name === currencyParameter || name === 'basis');
  return shared.length > 0 ? `?${new URLSearchParams(shared).toString()}` : '';
}
