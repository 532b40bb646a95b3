import { eventCategories } from '@carrara/contract/performance/eventCategories';
import { SegmentedControl, Select } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { useInAddress } from '../../../period/useInAddress.ts';
import { useStoredPeriod } from '../../../period/reportingDate.ts';
import { hrefOf } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { profileOf } from './reportingPages.ts';

const tables = {
  investment: { ...lists.listReportingInvestmentEvents, operation: 'listReportingInvestmentEvents' },
  fund: { ...lists.listReportingFundEvents, operation: 'listReportingFundEvents' },
} as const;
const [all] = eventCategories;
const scopes = [
  { value: '', label: 'This fund' },
  { value: 'true', label: 'All funds' },
];

export interface ReportingEventsProps {
  readonly of: 'investment' | 'fund';
  readonly id: string;
  readonly endDate: string | undefined;
}

/** The cash flows of a record up to the viewed period. The address can name a category, or request all funds. */
export function ReportingEvents({ of, id, endDate }: ReportingEventsProps) {
  const [asked, setCategory] = useInAddress('type');
  const [showAllFunds = '', setScope] = useInAddress('showAllFunds');
  const kept = useStoredPeriod();
  const category = eventCategories.find((eventCategory) => eventCategory === asked) ?? all;
  const scope = of === 'fund' ? { showAllFunds: String(showAllFunds === 'true') } : {};
  return (
    <RecordTable
      list={tables[of]}
      params={{ id }}
      query={() => ({ endDate, category, ...scope })}
      embedded
      rowHref={({ investment }) =>
        investment && of === 'fund'
          ? hrefOf(profileOf('investment', (investment as { readonly id: string }).id, 'events')) + kept
          : undefined
      }
    >
      <PeriodTools>
        <Select
          label="Category"
          size="xs"
          w={150}
          allowDeselect={false}
          data={eventCategories.map((eventCategory) => eventCategory)}
          value={category}
          onChange={(next) => setCategory(next === all ? null : next)}
        />
        {of === 'fund' ? (
          <SegmentedControl
            size="xs"
            aria-label="Events of"
            style={{ alignSelf: 'end', width: 'auto' }}
            data={scopes}
            value={showAllFunds === 'true' ? 'true' : ''}
            onChange={setScope}
          />
        ) : null}
      </PeriodTools>
    </RecordTable>
  );
}
