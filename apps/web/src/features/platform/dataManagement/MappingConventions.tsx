import type { MappingSample } from '@carrara/contract/platform/upload/mappingTemplate';
import {
  amountUnits,
  dateOrders,
  decimalSigns,
  type ImportFields,
  type Mapping,
  rateUnits,
  signConventions,
} from '@carrara/domain/platform/upload';
import { NumberInput, Select } from '@mantine/core';
import styles from './dataManagement.module.css';

interface ConventionsProps {
  readonly fields: ImportFields;
  readonly mapping: Mapping;
  readonly sample: MappingSample | undefined;
  readonly onChange: (more: Partial<Mapping>) => void;
}

const choices = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).map(([value, label]) => ({ value, label }));

/** Conventions of the file: signs, units, dates, decimals, and the location of the headings. */
export function MappingConventions({ fields, mapping, sample, onChange }: ConventionsProps) {
  const hasAmounts = Object.values(fields).some(({ kind }) => kind === 'money');
  // For entries, the type determines the direction of an amount. Other files have amounts without a direction.
  const hasTypes = hasAmounts && 'type' in fields;
  const hasRates = Object.values(fields).some(({ unit }) => unit === 'percentage');
  const choice = <K extends 'sign' | 'unit' | 'rate' | 'dateOrder' | 'decimalSign'>(
    field: K,
    label: string,
    all: Readonly<Record<Mapping[K], string>>,
  ) => (
    <Select
      label={label}
      data={choices(all)}
      value={mapping[field]}
      allowDeselect={false}
      onChange={(value) => onChange({ [field]: value ?? mapping[field] } as Partial<Mapping>)}
    />
  );
  const sheets = sample?.sheets.map(({ name }) => name) ?? (mapping.sheet === null ? [] : [mapping.sheet]);
  return (
    <div className={styles.settings}>
      {hasTypes ? choice('sign', 'Signs', signConventions) : null}
      {hasAmounts ? choice('unit', 'Amounts in', amountUnits) : null}
      {hasRates ? choice('rate', 'Rates in', rateUnits) : null}
      {choice('dateOrder', 'Dates', dateOrders)}
      {choice('decimalSign', 'Numbers as', decimalSigns)}
      {sheets.length > 1 || mapping.sheet !== null ? (
        <Select
          label="Sheet"
          placeholder="The first one"
          data={[...new Set(sheets)]}
          value={mapping.sheet}
          clearable
          onChange={(sheet) => onChange({ sheet })}
        />
      ) : null}
      <NumberInput
        label="Heading row"
        hideControls
        min={1}
        max={1000}
        allowDecimal={false}
        value={mapping.firstRow}
        onChange={(value) => onChange({ firstRow: typeof value === 'number' && value >= 1 ? value : 1 })}
      />
    </div>
  );
}
