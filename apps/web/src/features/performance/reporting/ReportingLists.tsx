import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ListName } from '../../../api/operations.ts';
import { BasisSelect, useBasis } from '../../../period/BasisSelect.tsx';
import { useStoredPeriod, useReportingDate } from '../../../period/reportingDate.ts';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { toHref } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { defaultQuarterEnd, profilePath } from './reportingPages.ts';
import { useSharedSearch } from './useSharedSearch.ts';

const tables = {
  investor: lists.listReportingInvestors,
  investment: lists.listReportingInvestments,
  fund: lists.listReportingFunds,
} as const satisfies Readonly<Record<string, { readonly operation: ListName }>>;

/** The views of a list: all vehicles, funds including their coinvestments, or funds alone. */
const views = [
  { id: 'all', title: 'All' },
  { id: 'includingCoinvest', title: 'Including coinvestments' },
  { id: 'fundonly', title: 'Funds only' },
];

/** Investors with their figures at the latest quarter end. */
export function ReportingInvestors() {
  useSharedSearch();
  const { data: dates } = useRead('listReportingDates', undefined);
  const date = useReportingDate(dates);
  return (
    <RecordTable list={tables.investor} query={() => ({ endDate: date.endDate, carriesForward: date.carriesForward })}>
      <PeriodTools>
        <ReportingDateSelect date={date} canCarryForward />
      </PeriodTools>
    </RecordTable>
  );
}

function Viewed({ subject, idOf }: { readonly subject: 'investment' | 'fund'; readonly idOf: string }) {
  useSharedSearch();
  const { data: dates } = useRead('listReportingDates', undefined);
  const date = useReportingDate(dates, defaultQuarterEnd);
  const periodQuery = useStoredPeriod();
  const [basis, chooseBasis] = useBasis();
  const ofFunds = subject === 'fund' ? { basis } : {};
  return (
    <RecordTable
      list={tables[subject]}
      tabs={views}
      query={({ tab }) => ({ endDate: date.endDate, view: tab, carriesForward: date.carriesForward, ...ofFunds })}
      rowHref={(row) => toHref(profilePath(subject, String(row[idOf]))) + periodQuery}
    >
      <PeriodTools>
        <ReportingDateSelect date={date} canCarryForward />
        {subject === 'investment' ? null : <BasisSelect value={basis} onChange={chooseBasis} />}
      </PeriodTools>
    </RecordTable>
  );
}

/** The list of investments, with the shares of funds and coinvestments. */
export const ReportingInvestments = () => <Viewed subject="investment" idOf="investmentId" />;
/** The list of funds and coinvestments. */
export const ReportingFunds = () => <Viewed subject="fund" idOf="fundId" />;
