import {
  type Basis,
  bases,
  basisHints,
  basisNames,
  investorBasisName,
} from '@carrara/contract/performance/period/basis';
import { Select } from '@mantine/core';
import { useSession } from '../session/hooks.ts';
import styles from './period.module.css';
import { useInAddress } from './useInAddress.ts';

const isBasis = (text: string | undefined): text is Basis => bases.some((basis) => basis === text);

/** Manages the basis of fund figures in the address: fee-paying limited partners, or all partners if chosen. */
export function useBasis(): readonly [Basis, (basis: Basis) => void] {
  const [requested, set] = useInAddress('basis');
  return [isBasis(requested) ? requested : 'feePaying', (basis) => set(basis === 'feePaying' ? null : basis)];
}

export interface BasisSelectProps {
  readonly value: Basis;
  readonly onChange: (basis: Basis) => void;
}

/** Names the only basis of figures in an investor's tenant. Displays nothing in other tenants. */
export function InvestorBasis() {
  const isLp = useSession().settings?.isLpTenant === true;
  return isLp ? <p className={styles.note}>Basis: {investorBasisName}</p> : null;
}

/** Displays the basis of the figures, with a switch if there are others. */
export function BasisSelect({ value, onChange }: BasisSelectProps) {
  const isLp = useSession().settings?.isLpTenant === true;
  if (isLp) return <InvestorBasis />;
  return (
    <Select
      label="Basis"
      title={basisHints[value]}
      size="xs"
      w={220}
      allowDeselect={false}
      data={bases.map((basis) => ({ value: basis, label: basisNames[basis] }))}
      value={value}
      onChange={(next) => next && onChange(next)}
    />
  );
}
