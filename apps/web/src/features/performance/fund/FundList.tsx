import { basisNameFor } from '@carrara/contract/performance/period/basis';
import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { useSession } from '../../../session/hooks.ts';
import { useStoredPeriod, useReportingDate } from '../../../period/reportingDate.ts';
import { useFigureWhy, explanationCells, WhyTable } from '../../../period/figureWhy.tsx';
import { BasisSelect, useBasis } from '../../../period/BasisSelect.tsx';
import { CoverageNote } from '../../../period/CoverageNote.tsx';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { ConvertedNote, DisplayCurrencySelect, useDisplayCurrency } from '../../../period/displayCurrency.tsx';
import { toHref, type RecordValue } from '../../../record/recordDefinition.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { FundListCharts } from './FundListCharts.tsx';
import { fundRecord } from './fundRecord.ts';

/** The columns for investors. The firm of a fund comes first, and there are no returns before fees. */
const lpColumns = ['fundName', 'firm', ...lists.listVehicles.columns.map(({ field }) => field)]
  .filter((field, at, all) => field !== 'grossIrr' && field !== 'grossMoic' && all.indexOf(field) === at)
  .flatMap((field) => lists.listVehicles.columns.filter((column) => column.field === field));
/** The columns with figures of a quarter end. */
const figureFields = lists.listVehicles.columns.filter(
  ({ kind }) => kind === 'money' || kind === 'return' || kind === 'multiple',
);
const lpRecord = { ...fundRecord, list: { ...fundRecord.list, columns: lpColumns } };

const averageIrr = (value: string) => ({ kind: 'return' as const, value });

/** Funds and coinvestments with their figures at a quarter end, for their manager or for an investor in them. */
export function FundList() {
  const isLp = useSession().settings?.isLpTenant === true;
  const { data: dates } = useRead('listFundReportingDates', undefined);
  const { data: pairs } = useRead('listCurrencyPairs', { query: {} });
  const date = useReportingDate(dates);
  const [currency, setCurrency] = useDisplayCurrency();
  const periodQuery = useStoredPeriod();
  const { endDate } = date;
  const { carriesForward } = date;
  const [basis, chooseBasis] = useBasis();
  const why = useFigureWhy();
  const cells = explanationCells(why, figureFields, ({ id, periodEndDate }: RecordValue) => ({
    subject: id,
    date: String(periodEndDate ?? endDate ?? ''),
    currency,
    basis,
    carriesForward,
  }));
  const {
    data: summary,
    currentData,
    error,
  } = useRead('summarizeFunds', { query: { endDate, carriesForward, basis } });
  const codes = [
    ...new Set((pairs ?? []).flatMap((pair) => [pair.sourceCurrencyCode, pair.destinationCurrencyCode])),
  ].sort();
  const figures = summary?.averageIrr
    ? [
        {
          label: 'Average IRR',
          ...averageIrr(summary.averageIrr),
          note: <CoverageNote coverage={summary.coverage} isMean endDate={endDate} />,
          why: endDate
            ? why.render({ date: endDate, basis, carriesForward }, 'averageIrr', averageIrr(summary.averageIrr))
            : null,
        },
      ]
    : [];
  return (
    <WhyTable>
      <RecordList
        cells={cells}
        record={isLp ? lpRecord : fundRecord}
        query={() => ({ endDate, currency, carriesForward, basis })}
        printAs={isLp ? 'printLpFundOverview' : 'printFundOverview'}
        rowHref={({ id }) => toHref(fundRecord.paths.profile(id)) + periodQuery}
      >
        <PeriodTools figures={figures} isStale={currentData === undefined && !error}>
          <ReportingDateSelect date={date} canCarryForward />
          <DisplayCurrencySelect codes={codes} own="Fund currency" value={currency} onChange={setCurrency} />
          {currency && endDate ? <ConvertedNote currency={currency} endDate={endDate} /> : null}
          <BasisSelect value={basis} onChange={chooseBasis} />
        </PeriodTools>
        {date.hasNoDate ? null : (
          <PictureSubject name="Funds" reportingDate={endDate} scope={basisNameFor(isLp, basis)}>
            <FundListCharts query={{ endDate, carriesForward, basis }} isLp={isLp} />
          </PictureSubject>
        )}
      </RecordList>
    </WhyTable>
  );
}
