import type { Column } from '@carrara/contract/core/fields';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useFigureWhy, explanationCells, WhyTable } from '../../../period/figureWhy.tsx';
import { useStoredPeriod } from '../../../period/reportingDate.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { recordHref } from '../../../record/recordHref.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { FundPeriod } from './FundPeriod.tsx';
import { useFundPeriod } from './useFundPeriod.ts';

const holdings = lists.listFundHoldings;
const investors = lists.listFundInvestors;

const figuresOf = ({ columns }: { readonly columns: readonly Column[] }) =>
  columns.filter(({ kind }) => kind === 'money' || kind === 'return' || kind === 'multiple');
const holdingFigures = figuresOf(holdings);
const investedFigures = figuresOf(investors);

/** The holdings of a fund, with their figures at the reporting date. */
export function FundHoldings({ id }: ViewProps) {
  const period = useFundPeriod(id);
  const { endDate, currencyPair, displayed } = period;
  const why = useFigureWhy();
  const cells = explanationCells(why, holdingFigures, (row: RecordValue) => ({
    subject: row.id,
    date: endDate ?? '',
    currency: displayed,
  }));
  return (
    <WhyTable>
      <RecordTable
        list={holdings}
        params={{ id }}
        query={() => ({ endDate, currencyPair })}
        embedded
        cells={cells}
        rowHref={({ investmentId }) => recordHref('investment', String(investmentId))}
      >
        <FundPeriod period={period} />
      </RecordTable>
    </WhyTable>
  );
}

/** The investors of a fund, with the value of their commitments at the reporting date. */
export function FundInvestors({ id }: ViewProps) {
  const period = useFundPeriod(id);
  const { date, endDate } = period;
  const periodQuery = useStoredPeriod();
  const why = useFigureWhy();
  if (endDate === undefined) return date.hasNoDate ? <EmptyState text="Nothing has been booked yet." /> : null;
  const cells = explanationCells(why, investedFigures, (row: RecordValue) => ({
    subject: id,
    investorId: String(row['investorId']),
    date: endDate,
  }));
  return (
    <WhyTable>
      <RecordTable
        list={investors}
        params={{ id, endDate }}
        embedded
        cells={cells}
        rowHref={({ investorId }) => `#/performance/investor/${String(investorId)}/overview${periodQuery}`}
      >
        <FundPeriod period={period} isOwnCurrency />
      </RecordTable>
    </WhyTable>
  );
}
