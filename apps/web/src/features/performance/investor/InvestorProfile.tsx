import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps, ViewProps } from '../../../frame/screenTypes.ts';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { plainRecord } from '../../../record/plainRecord.ts';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useInvestorDate } from './useInvestorDate.ts';

const investorRecord = plainRecord('investor');

/** An investor with the reporting date that all its views show. */
export function InvestorProfile({ screen }: ScreenProps) {
  const maySee = useAllowed('fundLedger.view');
  return (
    <RecordProfile
      record={investorRecord}
      screen={screen}
      notice={({ id }) => (maySee ? <InvestorPeriod id={id} /> : null)}
    />
  );
}

function InvestorPeriod({ id }: ViewProps) {
  const date = useInvestorDate(id);
  const download = useDownload();
  const { endDate } = date;
  if (endDate === undefined) return null;
  return (
    <PeriodTools>
      <ReportingDateSelect date={date} />
      <Button
        variant="default"
        style={{ alignSelf: 'end' }}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() =>
          void download('getDocumentReport', { params: { name: 'pm-InvestorProfile' }, query: { id, endDate } })
        }
      >
        Profile as PDF
      </Button>
    </PeriodTools>
  );
}
