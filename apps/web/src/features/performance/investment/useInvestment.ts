import { useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { useReportingDate } from '../../../period/reportingDate.ts';

/** Reads the shared data of all tabs of an investment: the holder, the quarter, and its figures then. */
export function useInvestment(id: string) {
  const { sourceId = '' } = useParams();
  const argument = { investmentId: id, sourceId };
  const { data: dates } = useRead('listInvestmentReportingDates', { query: argument });
  const date = useReportingDate(dates);
  const { endDate } = date;
  const reading = useRead('getInvestmentProfile', { query: { ...argument, endDate } });
  return { sourceId, date, endDate: endDate ?? reading.data?.endDate, ...reading };
}
