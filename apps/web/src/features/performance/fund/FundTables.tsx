import { EmptyState } from '@carrara/ui/feedback';
import { lists } from 'virtual:contract/tables';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useKeptPeriod } from '../../../period/reportingDate.ts';
import { recordHref } from '../../../record/recordHref.ts';
import { RecordTable } from '../../../record/RecordTable.tsx';
import { FundPeriod } from './FundPeriod.tsx';
import { useFundPeriod } from './useFundPeriod.ts';

const holdings = { ...lists.listFundHoldings, operation: 'listFundHoldings' } as const;
const investors = { ...lists.listFundInvestors, operation: 'listFundInvestors' } as const;

/** What a fund holds, with its figures of the reporting date. */
export function FundHoldings({ id }: ViewProps) {
  const period = useFundPeriod(id);
  const { endDate, currencyPair } = period;
  return (
    <RecordTable
      list={holdings}
      params={{ id }}
      query={() => ({ endDate, currencyPair })}
      embedded
      rowHref={({ investmentId }) => recordHref('investment', String(investmentId))}
    >
      <FundPeriod period={period} />
    </RecordTable>
  );
}

/** Who committed to a fund, with what that is worth at the reporting date. */
export function FundInvestors({ id }: ViewProps) {
  const period = useFundPeriod(id);
  const { date, endDate } = period;
  const kept = useKeptPeriod();
  if (endDate === undefined) return date.isNone ? <EmptyState text="Nothing is booked yet." /> : null;
  return (
    <RecordTable
      list={investors}
      params={{ id, endDate }}
      embedded
      rowHref={({ investorId }) => `#/performance/investor/${String(investorId)}/overview${kept}`}
    >
      <FundPeriod period={period} isOwnCurrency />
    </RecordTable>
  );
}
