import type { TransferDate } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { records } from 'virtual:contract/tables';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps, ViewProps } from '../../../frame/screenTypes.ts';
import { InvestorBasis } from '../../../period/BasisSelect.tsx';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { LinkButton, LinkNotice } from '../../../record/link/LinkOfRecord.tsx';
import { TransferOfInvestor } from '../../../record/link/TransferOfInvestor.tsx';
import { plainRecord } from '../../../record/plainRecord.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { openCertifyDialog } from '../../../statement/openCertifyDialog.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useInvestorDate } from './useInvestorDate.ts';

const investorRecord = plainRecord('investor', records.investor);

/** The page of an investor, with the reporting date for all its views. */
export function InvestorProfile({ screen }: ScreenProps) {
  const maySee = useAllowed('fundLedger.view');
  return (
    <RecordProfile
      record={investorRecord}
      screen={screen}
      moreActions={(investor) => (
        <>
          <LinkButton record={linked(investor)} />
          {maySee ? <InvestorTransfer investor={investor} /> : null}
          {maySee ? <CertifiedButton investor={investor} /> : null}
        </>
      )}
      notice={(investor) => (
        <>
          <LinkNotice record={linked(investor)} />
          {maySee ? <InvestorPeriod id={investor.id} /> : null}
        </>
      )}
    />
  );
}

const linked = (investor: RecordValue) => ({ id: investor.id, name: investorRecord.nameOf(investor) });

/** The investor's data transfer for the displayed quarter. */
function InvestorTransfer({ investor }: { readonly investor: RecordValue }) {
  const { endDate } = useInvestorDate(investor.id);
  const dates = (investor['dataTransferDates'] ?? []) as readonly TransferDate[];
  return <TransferOfInvestor record={linked(investor)} dates={dates} endDate={endDate} />;
}

function CertifiedButton({ investor }: { readonly investor: RecordValue }) {
  const { hasNoDate, endDate } = useInvestorDate(investor.id);
  if (!useAllowed('certifiedData.view') || hasNoDate) return null;
  return (
    <Button variant="default" onClick={() => void openCertifyDialog(linked(investor), endDate)}>
      Certified document
    </Button>
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
      <InvestorBasis />
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
