import {
  allDomains,
  type CertifiedDomain,
  certifiedDomains,
  defaultDomain,
  segregations,
} from '@carrara/contract/performance/investment/certifiedDomains';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button, Checkbox, MultiSelect, Radio, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { skipToken, useRead } from '../api/calls.ts';
import { useDownload } from '../api/download.ts';
import styles from './certify.module.css';

export interface CertifyFormProps {
  /** The investor of the data. If absent, it covers all or chosen investors. */
  readonly investorId?: string;
  /** The quarter end of the page, which is preselected. If absent, the latest one is. */
  readonly displayedDate?: string | undefined;
  readonly onCreated?: () => void;
  /** Content before the button. */
  readonly actions?: ReactNode;
}

const everyDomain: readonly CertifiedDomain[] = certifiedDomains.map(({ code }) => code);
const isEveryDomain = (domains: readonly string[]) => domains.length === everyDomain.length;
/** A form that creates certified data. It requires a date and at least one domain. */
export function CertifyForm({ investorId, displayedDate, onCreated, actions }: CertifyFormProps) {
  const { data: dates } = useRead('listCertifiedDates', undefined);
  const { data: funds } = useRead('listCertifiedFunds', { query: investorId ? { investorId } : {} });
  const { data: investors } = useRead('listCertifiedInvestors', investorId ? skipToken : undefined);
  const [chosenDate, setDate] = useState<string | null>();
  const [fundIds, setFunds] = useState<string[]>([]);
  const [investorIds, setInvestors] = useState<string[]>([]);
  const [domains, setDomains] = useState<string[]>([defaultDomain]);
  const [segregateBy, setSegregation] = useState('NONE');
  const [isRequested, setRequested] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const download = useDownload();
  const first = dates?.find(({ endDate: day }) => day === displayedDate) ?? dates?.[0];
  const endDate = chosenDate === undefined ? first?.endDate : chosenDate;
  const create = async () => {
    setRequested(true);
    if (!endDate || domains.length === 0) return;
    setCreating(true);
    await download('certifyData', {
      query: {
        endDate,
        // For a single investor, all funds are those that it has invested in.
        fundIdsJson: JSON.stringify(fundIds.length > 0 || !investorId ? fundIds : (funds ?? []).map(({ id }) => id)),
        investorIdsJson: JSON.stringify(investorId ? [investorId] : investorIds),
        domains: isEveryDomain(domains) ? allDomains : domains.join(','),
        segregateBy,
      },
    });
    setCreating(false);
    onCreated?.();
  };
  return (
    <form
      className={styles.form}
      aria-label="Certified data"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Select
        label="Reporting date"
        required
        data={(dates ?? []).map((date) => ({ value: date.endDate, label: formatDate(date.endDate) }))}
        value={endDate ?? null}
        onChange={setDate}
        error={isRequested && !endDate ? 'Reporting date is required.' : undefined}
      />
      <RecordChoice label="Funds" records={funds} value={fundIds} onChange={setFunds} />
      {investorId ? null : (
        <RecordChoice label="Investors" records={investors} value={investorIds} onChange={setInvestors} />
      )}
      <DomainChoice
        value={domains}
        onChange={setDomains}
        error={isRequested && domains.length === 0 ? 'Choose at least one domain.' : undefined}
      />
      <Radio.Group label="Files" value={segregateBy} onChange={setSegregation}>
        <div className={styles.domains}>
          {segregations.map(({ code, description }) => (
            <Radio key={code} value={code} label={description} />
          ))}
        </div>
      </Radio.Group>
      <KeyText />
      <div className={styles.actions}>
        {actions}
        <Button type="submit" loading={isCreating}>
          Generate
        </Button>
      </div>
    </form>
  );
}

interface RecordChoiceProps {
  readonly label: string;
  readonly records: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly value: string[];
  readonly onChange: (ids: string[]) => void;
}

/** The choice of records. Without one, all are included. */
const RecordChoice = ({ label, records = [], value, onChange }: RecordChoiceProps) => (
  <MultiSelect
    label={label}
    searchable
    placeholder={value.length === 0 ? 'All' : ''}
    data={records.map(({ id, name }) => ({ value: id, label: name }))}
    value={value}
    onChange={onChange}
  />
);

interface DomainChoiceProps {
  readonly value: string[];
  readonly onChange: (domains: string[]) => void;
  readonly error: string | undefined;
}

/** The choice of domains, with one choice for all of them. */
function DomainChoice({ value, onChange, error }: DomainChoiceProps) {
  const isAll = isEveryDomain(value);
  const choose = (next: string[]) => {
    const wasAll = next.includes(allDomains);
    if (wasAll && !isAll) onChange([...everyDomain]);
    else if (!wasAll && isAll) onChange([]);
    else onChange(next.filter((code) => code !== allDomains));
  };
  return (
    <Checkbox.Group
      label="Domains"
      required
      value={isAll ? [allDomains, ...value] : value}
      onChange={choose}
      error={error}
    >
      <div className={styles.domains}>
        <Checkbox value={allDomains} label={allDomains} indeterminate={value.length > 0 && !isAll} />
        {certifiedDomains.map(({ code, description }) => (
          <Checkbox key={code} value={code} label={description} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function KeyText() {
  const { data: key } = useRead('getCertifyingKey', undefined);
  return key ? (
    <p className={styles.key}>
      Signed with this firm’s key, <code>{key.fingerprint}</code>. The recipient compares these digits with the output
      of <code>carrara certify verify</code>.
    </p>
  ) : null;
}
