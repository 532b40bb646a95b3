import { eventCategories } from '@carrara/contract/performance/analysis/eventCategories';
import { SegmentedControl, Select } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { useInAddress } from '../../../period/useInAddress.ts';
import { useStoredPeriod } from '../../../period/reportingDate.ts';
import { toHref } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { profilePath } from './reportingPages.ts';

const tables = {
  investment: lists.listReportingInvestmentEvents,
  fund: lists.listReportingFundEvents,
} as const;
const [all] = eventCategories;
const scopes = [
  { value: '', label: 'This fund' },
  { value: 'true', label: 'All funds' },
];

export interface ReportingEventsProps {
  readonly subject: 'investment' | 'fund';
  readonly id: string;
  readonly endDate: string | undefined;
}

/** The cash flows of a record up to the viewed period. The address can name a category, or request all funds. */
export function ReportingEvents({ subject, id, endDate }: ReportingEventsProps) {
  const [requestedType, setCategory] = useInAddress('type');
  const [showAllFunds = '', setScope] = useInAddress('showAllFunds');
  const periodQuery = useStoredPeriod();
  const category = eventCategories.find((eventCategory) => eventCategory === requestedType) ?? all;
  const scope = subject === 'fund' ? { showAllFunds: String(showAllFunds === 'true') } : {};
  return (
    <RecordTable
      list={tables[subject]}
      params={{ id }}
      query={() => ({ endDate, category, ...scope })}
      embedded
      rowHref={({ investment }) =>
        investment && subject === 'fund'
          ? toHref(profilePath('investment', (investment as { readonly id: string }).id, 'events')) + periodQuery
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
        {subject === 'fund' ? (
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
