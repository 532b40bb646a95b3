import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { useMemo } from 'react';
import { lists, records } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { useStoredPeriod, useReportingDate } from '../../../period/reportingDate.ts';
import { plainRecord } from '../../../record/plainRecord.ts';
import { toHref, type RecordValue } from '../../../record/recordDefinition.ts';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { InvestorListCharts } from './InvestorListCharts.tsx';

export const investorRecord = plainRecord('investor', records.investor);
/** The code of the type that the list displays by default. */
const listed = 'INVESTOR';
const byType = ({ filters }: ListState) => ({ type: filters['type']?.[0] });

const withFigures = {
  ...investorRecord,
  list: lists.listInvestorFigures,
} as const;

/** The list of investors, with figures for people who may read them. */
export const InvestorList = () => (useAllowed('fundLedger.view') ? <InvestorsWithFigures /> : <PlainInvestors />);

function PlainInvestors() {
  return <RecordList record={investorRecord} filters={useTypeFilter()} query={byType} />;
}

function InvestorsWithFigures() {
  const filters = useTypeFilter();
  const isLp = useSession().settings?.isLpTenant === true;
  const { data: dates } = useRead('listFundReportingDates', undefined);
  const date = useReportingDate(dates);
  const periodQuery = useStoredPeriod();
  const figures = { endDate: date.endDate, carriesForward: date.carriesForward };
  return (
    <RecordList
      record={withFigures}
      filters={filters}
      query={(state) => ({ ...byType(state), ...figures })}
      idOf={investorOf}
      rowHref={(row) => toHref(investorRecord.paths.profile(investorOf(row))) + periodQuery}
    >
      <PeriodTools>
        <ReportingDateSelect date={date} canCarryForward />
      </PeriodTools>
      {isLp ? null : <InvestorListCharts query={figures} />}
    </RecordList>
  );
}

const investorOf = ({ investorId }: RecordValue) => String(investorId);

/** Returns a filter by type. The default is the standard type. */
function useTypeFilter(): readonly ListFilter[] {
  const { data: types } = useRead('listReferenceEntries', { params: { type: 'investor-type' } });
  return useMemo(() => {
    const own = (types ?? []).find(({ code }) => code === listed);
    const others = (types ?? []).filter(({ code }) => code !== listed);
    const options = others.map(({ code, description }) => ({ value: code, label: description }));
    return [
      {
        id: 'type',
        title: 'Type',
        allLabel: own?.description ?? 'Investor',
        options: [{ value: 'ALL', label: 'All types' }, ...options],
      },
    ];
  }, [types]);
}

export const InvestorEditor = () => <RecordEditor record={investorRecord} deletes />;
