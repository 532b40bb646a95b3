import { skipToken, useRead } from '../../../api/calls.ts';
import { useBasis } from '../../../period/BasisSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { toCurrencyPair, useDisplayCurrency } from '../../../period/displayCurrency.tsx';
import { useRecord } from '../../../record/recordCalls.ts';
import { fundRecord } from './fundRecord.ts';

/** Manages the choices of all tabs of a fund: the quarter and the display currency. */
export function useFundPeriod(id: string) {
  const { data: dates } = useRead('listReportingDatesOfFund', { params: { id } });
  const date = useReportingDate(dates);
  const { data: fund } = useRecord(fundRecord, id);
  const own = (fund?.['currency'] as { readonly code?: string } | null | undefined)?.code ?? undefined;
  const [displayedCurrency, setDisplayed] = useDisplayCurrency();
  const [basis, chooseBasis] = useBasis();
  const { data: others } = useRead(
    'listDestinationCurrencies',
    own === undefined ? skipToken : { params: { originCurrency: own } },
  );
  return {
    date,
    endDate: date.endDate,
    own,
    displayed: displayedCurrency,
    setDisplayed,
    basis,
    chooseBasis,
    currencyPair: toCurrencyPair(own, displayedCurrency),
    codes: (others ?? []).map(({ isoCode }) => isoCode),
  };
}

/** Reads the fund with its figures of the quarter. */
export function useFundProfile(id: string) {
  const period = useFundPeriod(id);
  const { endDate, currencyPair, basis } = period;
  const reading = useRead('getFundProfile', { params: { id }, query: { endDate, currencyPair, basis } });
  return { period, ...reading };
}
