import { investorDocuments } from '@carrara/contract/performance/investor/investorDocuments';
import { Button, Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { useInAddress } from '../../../period/useInAddress.ts';
import { followTask } from '../../../record/task/followTask.tsx';
import report from '../../../report/report.module.css';
import { useAllowed } from '../../../session/hooks.ts';
import { NoReportingData } from '../../../statement/NoReportingData.tsx';
import styles from '../../../statement/certify.module.css';

const letter = 'letter';
type Format = 'application/pdf' | 'excel';
const formats: readonly { readonly value: Format; readonly label: string }[] = [
  { value: 'application/pdf', label: 'PDF' },
  { value: 'excel', label: 'Excel' },
];

const isPdf = (available: readonly string[]) => available.includes('application/pdf');

/** Creates the documents of all investors of a fund for a quarter, and the letters of its payees, as zip files with a manifest. */
export function InvestorDocuments() {
  const title = 'Investor documents';
  const { data: dates } = useRead('listFundReportingDates', undefined);
  const date = useReportingDate(dates);
  const { endDate } = date;
  const [fundId, setFund] = useInAddress('fundId');
  const { data: funds } = useRead('listCasFunds', undefined);
  const { data: investors } = useRead(
    'listCasInvestorsOn',
    endDate && fundId ? { params: { endDate }, query: { fundId } } : skipToken,
  );
  const [chosen, setChosen] = useState<string[]>(['capital-account']);
  const [format, setFormat] = useState<Format>('application/pdf');
  const [isRequested, setRequested] = useState(false);
  const [startDocuments, isStarting] = useWrite('startInvestorDocuments');
  const [startLetters, isStartingLetters] = useWrite('startFundLetters');
  const documents = investorDocuments.flatMap(({ code }) => (chosen.includes(code) ? [code] : []));
  const create = async () => {
    setRequested(true);
    if (!endDate || !fundId || chosen.length === 0) return;
    await runWithToast(async () => {
      if (documents.length > 0)
        await followTask(await startDocuments({ params: { fundId, endDate }, body: { documents, format } }));
      if (chosen.includes(letter)) await followTask(await startLetters({ body: { vehicleId: fundId, endDate } }));
    });
  };
  return (
    <section aria-label={title}>
      <h1 className={report.title}>{title}</h1>
      {date.hasNoDate ? <NoReportingData subject="fund" /> : null}
      <form
        className={styles.form}
        aria-label={title}
        noValidate
        hidden={date.hasNoDate}
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <p className={styles.key}>
          A ZIP with one file for each investor, or for each payee of a distribution. Its manifest lists every file with
          its SHA-256 digest and names documents that couldn’t be created.
        </p>
        <ReportingDateSelect date={date} />
        <Select
          label="Fund"
          required
          searchable
          placeholder="Choose a fund"
          data={(funds ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={fundId ?? null}
          onChange={setFund}
          description={investors ? `${investors.length} investors on this date` : undefined}
          error={isRequested && !fundId ? 'Fund is required.' : undefined}
        />
        <DocumentChoice
          value={chosen}
          onChange={setChosen}
          error={isRequested && chosen.length === 0 ? 'Choose at least one document.' : undefined}
        />
        <Select
          label="Format"
          allowDeselect={false}
          data={[...formats]}
          value={format}
          onChange={(value) => setFormat((value as Format | null) ?? format)}
        />
        <div className={styles.actions}>
          <Button type="submit" loading={isStarting || isStartingLetters}>
            Create documents
          </Button>
        </div>
      </form>
    </section>
  );
}

interface DocumentChoiceProps {
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
  readonly error: string | undefined;
}

/** The choice of documents. Letters are offered to people who can read distributions. */
function DocumentChoice(props: DocumentChoiceProps) {
  const mayReadLetters = useAllowed('distribution.view');
  return (
    <Checkbox.Group label="Documents" required {...props}>
      <div className={styles.domains}>
        {investorDocuments.map(({ code, title: label, formats: available }) => (
          <Checkbox key={code} value={code} label={isPdf(available) ? label : `${label} (Excel only)`} />
        ))}
        {mayReadLetters ? (
          <Checkbox value={letter} label="Letters of distributions disbursed in the quarter (PDF only)" />
        ) : null}
      </div>
    </Checkbox.Group>
  );
}
