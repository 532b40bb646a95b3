import { useRead } from '../../../api/calls.ts';
import { type ChosenDate, useReportingDate } from '../../../period/reportingDate.ts';

/** The reporting date that an investor's screens show: the one in the address, else the latest. */
export function useInvestorDate(id: string): ChosenDate {
  const { data } = useRead('listReportingDatesOfInvestor', { params: { id } });
  return useReportingDate(data);
}
