import type { ReportingDate } from '@carrara/contract/performance/periodFigures';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currencyParameter } from './shownCurrency.tsx';

/** Its name in an address. */
const parameter = 'endDate';
/** Set where late funds are carried forward. */
const lateParameter = 'late';
const carried = 'carried';

export interface ChosenDate {
  /** The quarter end whose figures are shown; undefined while the dates are on their way, and where there are none. */
  readonly endDate: string | undefined;
  readonly dates: readonly ReportingDate[];
  /** They are read, and there is none. */
  readonly isNone: boolean;
  readonly choose: (endDate: string) => void;
  /** The date as it was read, with the funds that are late then. */
  readonly current: ReportingDate | undefined;
  /** The date that other screens show, where this one shows an earlier one unless another is chosen. */
  readonly latest: string | undefined;
  /** Whether late funds come with their last values; in queries undefined where they do not. */
  readonly carriesForward: 'true' | undefined;
  readonly carryForward: (isCarried: boolean) => void;
}

/**
 * The reporting date of a screen: the one in its address, else the one that it usually shows where there are figures of it, else the default one. It is
 * a part of every call of the screen, so that choosing another one reads everything again, and Back undoes it.
 */
export function useReportingDate(dates: readonly ReportingDate[] | undefined, usual?: string): ChosenDate {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(parameter);
  const among = (day: string | null | undefined) => dates?.find(({ endDate }) => endDate === day)?.endDate;
  const latest = (dates?.find(({ isDefault }) => isDefault) ?? dates?.[0])?.endDate;
  const standard = among(usual) ?? latest;
  const choose = useCallback(
    (endDate: string) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        if (endDate === standard) next.delete(parameter);
        else next.set(parameter, endDate);
        // The third page of one quarter is no page of another.
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
  const endDate = among(asked) ?? standard;
  return {
    endDate,
    dates: dates ?? [],
    isNone: dates?.length === 0,
    choose,
    latest: latest !== standard && endDate === standard ? latest : undefined,
    current: dates?.find((date) => date.endDate === endDate),
    carriesForward: query.get(lateParameter) === carried ? 'true' : undefined,
    carryForward,
  };
}

/** What an address takes along to another tab, or another record, so that it shows the same quarter in the same currency; with its `?`, or nothing. */
export function useKeptPeriod(): string {
  const [query] = useSearchParams();
  const kept = [...query].filter(([name]) => name === parameter || name === currencyParameter || name === 'basis');
  return kept.length > 0 ? `?${new URLSearchParams(kept).toString()}` : '';
}
