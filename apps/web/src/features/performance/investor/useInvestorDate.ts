import { useRead } from '../../../api/calls.ts';
import { type ChosenDate, useReportingDate } from '../../../period/reportingDate.ts';

/** Returns the reporting date of an investor's pages: the one in the address, or the latest. */
export function useInvestorDate(id: string): ChosenDate {
  const { data } = useRead('listReportingDatesOfInvestor', { params: { id } });
  return useReportingDate(data);
}
