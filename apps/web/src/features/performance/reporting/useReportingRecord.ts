import { useRead } from '../../../api/calls.ts';
import { useBasis } from '../../../period/BasisSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { defaultQuarterEnd } from './reportingPages.ts';

/** Reads the fund for the viewed period. The first request, which any period serves, returns its quarter ends. */
export function useReportingFund(id: string) {
  const { data: found, ...first } = useRead('getReportingFund', { params: { id } });
  const date = useReportingDate(found?.reportingDates, defaultQuarterEnd);
  const [basis, chooseBasis] = useBasis();
  const reading = useRead('getReportingFund', { params: { id }, query: { endDate: date.endDate, basis } });
  return {
    date,
    basis,
    chooseBasis,
    data: reading.data?.id === id ? reading.data : undefined,
    error: first.error ?? reading.error,
    refetch: first.refetch,
  };
}

export function useReportingInvestment(id: string) {
  const { data: found, ...first } = useRead('getReportingInvestment', { params: { id } });
  const date = useReportingDate(found?.reportingDates, defaultQuarterEnd);
  const reading = useRead('getReportingInvestment', { params: { id }, query: { endDate: date.endDate } });
  return {
    date,
    data: reading.data?.id === id ? reading.data : undefined,
    error: first.error ?? reading.error,
    refetch: first.refetch,
  };
}
