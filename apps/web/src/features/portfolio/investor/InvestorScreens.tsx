import type { ListFilter, ListState } from '@carrara/ui/list';
import { useMemo } from 'react';
import { useRead } from '../../../api/calls.ts';
import { plainRecord } from '../../../record/plainRecord.ts';
import { RecordEditor } from '../../../record/RecordEditor.tsx';
import { RecordList } from '../../../record/RecordList.tsx';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { InvestorListCharts } from './InvestorListCharts.tsx';

export const investorRecord = plainRecord('investor');
/** The code of the type that the list shows unless another is chosen. */
const listed = 'INVESTOR';
const byType = ({ filters }: ListState) => ({ type: filters['type']?.[0] });

/** The investors: those of that type, of another, or all. */
export function InvestorList() {
  const { data: types } = useRead('listReferenceEntries', { params: { type: 'investor-type' } });
  const filters = useMemo((): ListFilter[] => {
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
  const maySee = useAllowed('fundLedger.view');
  const isLp = useSession().settings?.isLpTenant === true;
  return (
    <RecordList record={investorRecord} filters={filters} query={byType}>
      {maySee && !isLp ? <InvestorListCharts /> : null}
    </RecordList>
  );
}

export const InvestorEditor = () => <RecordEditor record={investorRecord} deletes />;
