import {
  allDomains,
  type CertifiedDomain,
  certifiedDomains,
  defaultDomain,
  segregations,
} from '@carrara/contract/performance/certifiedDomains';
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
  readonly shownDate?: string | undefined;
  readonly onCreated?: () => void;
  /** Content before the button. */
  readonly actions?: ReactNode;
}

const everyDomain: readonly CertifiedDomain[] = certifiedDomains.map(({ code }) => code);
const choices = (records: readonly { readonly id: string; readonly name: string }[] | undefined) =>
  (records ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** A form that creates certified data. It requires a date and at least one domain. */
export function CertifyForm({ investorId, shownDate: displayedDate, onCreated: onMade, actions }: CertifyFormProps) {
  const { data: dates } = useRead('listCertifiedDates', undefined);
  const { data: funds } = useRead('listCertifiedFunds', { query: investorId ? { investorId } : {} });
  const { data: investors } = useRead('listCertifiedInvestors', investorId ? skipToken : undefined);
  const { data: key } = useRead('getCertifyingKey', undefined);
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
  const isAll = domains.length === everyDomain.length;
  const choose = (next: string[]) => {
    const wasAll = next.includes(allDomains);
    if (wasAll && !isAll) setDomains([...everyDomain]);
    else if (!wasAll && isAll) setDomains([]);
    else setDomains(next.filter((code) => code !== allDomains));
  };
  const make = async () => {
    setRequested(true);
    if (!endDate || domains.length === 0) return;
    setCreating(true);
    await download('certifyData', {
      query: {
        endDate,
        // For a single investor, all funds are those that it has invested in.
        fundIdsJson: JSON.stringify(fundIds.length > 0 || !investorId ? fundIds : (funds ?? []).map(({ id }) => id)),
        investorIdsJson: JSON.stringify(investorId ? [investorId] : investorIds),
        domains: isAll ? allDomains : domains.join(','),
        segregateBy,
      },
    });
    setCreating(false);
    onMade?.();
  };
  return (
    <form
      className={styles.form}
      aria-label="Certified data"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make();
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
      <MultiSelect
        label="Funds"
        searchable
        placeholder={fundIds.length === 0 ? 'All' : ''}
        data={choices(funds)}
        value={fundIds}
        onChange={setFunds}
      />
      {investorId ? null : (
        <MultiSelect
          label="Investors"
          searchable
          placeholder={investorIds.length === 0 ? 'All' : ''}
          data={choices(investors)}
          value={investorIds}
          onChange={setInvestors}
        />
      )}
      <Checkbox.Group
        label="Domains"
        required
        value={isAll ? [allDomains, ...domains] : domains}
        onChange={choose}
        error={isRequested && domains.length === 0 ? 'Choose at least one domain.' : undefined}
      >
        <div className={styles.domains}>
          <Checkbox value={allDomains} label={allDomains} indeterminate={domains.length > 0 && !isAll} />
          {certifiedDomains.map(({ code, description }) => (
            <Checkbox key={code} value={code} label={description} />
          ))}
        </div>
      </Checkbox.Group>
      <Radio.Group label="Files" value={segregateBy} onChange={setSegregation}>
        <div className={styles.domains}>
          {segregations.map(({ code, description }) => (
            <Radio key={code} value={code} label={description} />
          ))}
        </div>
      </Radio.Group>
      {key ? (
        <p className={styles.key}>
          Signed with this firm’s key, <code>{key.fingerprint}</code>. The recipient compares these digits with the
          output of <code>carrara certify verify</code>.
        </p>
      ) : null}
      <div className={styles.actions}>
        {actions}
        <Button type="submit" loading={isCreating}>
          Generate
        </Button>
      </div>
    </form>
  );
}
