import type { Fields } from '@carrara/contract/core/fields';
import { Button } from '@mantine/core';
import { useFormWrite, useRead } from '../../../api/calls.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { openLedgerDialog, codeOf, idOf, type OfVehicle } from './askLedger.ts';
import { LedgerTable } from './LedgerTable.tsx';

const securityColumns = [
  { field: 'name', kind: 'text', title: 'Security' },
  { field: 'holding', kind: 'text', title: 'Investment' },
  { field: 'class', kind: 'text', title: 'Class' },
] as const;
const valueColumns = [
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'holding', kind: 'text', title: 'Investment' },
  { field: 'security', kind: 'text', title: 'Security' },
  { field: 'fairValue', kind: 'money', title: 'Fair value' },
  { field: 'bookedPeriod', kind: 'date', title: 'Quarter' },
  { field: 'description', kind: 'longText', title: 'Description' },
] as const;
const classes = [
  { code: 'EQUITY', description: 'Equity' },
  { code: 'DEBT', description: 'Debt' },
];

/** The securities of the fund's investments, with their valuations. */
export function Holdings({ vehicleId }: OfVehicle) {
  const { data: holdings = [] } = useRead('listHoldings', { query: { vehicleId } });
  const securities = useRead('listSecurities', { query: { vehicleId } });
  const values = useRead('listValuations', { query: { vehicleId } });
  const [saveSecurity] = useFormWrite('saveSecurity');
  const [saveValues] = useFormWrite('saveValuations');
  const mayEdit = useAllowed('valuation.edit');
  const holdingOf = (id: string) => holdings.find((holding) => holding.id === id)?.name ?? '';
  const securityOf = (id: string) => securities.data?.find((security) => security.id === id);
  const addSecurity = () => {
    const fields: Fields = {
      holdingId: {
        kind: 'status',
        title: 'Investment',
        options: holdings.map(({ id, name }) => ({ code: id, description: name })),
        required: true,
      },
      class: { kind: 'status', title: 'Class', options: classes, required: true },
      name: { kind: 'text', title: 'Name', required: true },
      typeId: { kind: 'reference', of: 'reference:equity-type', title: 'Type' },
    };
    const [only, ...others] = holdings;
    return openLedgerDialog({
      title: 'Add security',
      fields,
      initial: {
        class: classes[0],
        ...(only && others.length === 0 ? { holdingId: { code: only.id, description: only.name } } : {}),
      },
      fieldOf: (name, field, form) =>
        name === 'typeId'
          ? { ...field, of: `reference:${codeOf(form.values['class']) === 'DEBT' ? 'debt' : 'equity'}-type` }
          : field,
      onChange: (name, _value, form) => {
        if (name === 'class') form.set('typeId', null);
      },
      message: 'The security was saved.',
      save: ({ holdingId, class: kind, typeId, ...more }) =>
        saveSecurity({
          body: {
            ...more,
            vehicleId,
            holdingId: codeOf(holdingId),
            class: codeOf(kind),
            typeId: idOf(typeId),
          },
        }),
    });
  };
  const addValue = () => {
    const fields: Fields = {
      securityId: {
        kind: 'status',
        title: 'Security',
        options: (securities.data ?? []).map(({ id, name, holdingId }) => ({
          code: id,
          description: `${name}, ${holdingOf(holdingId)}`,
        })),
        required: true,
      },
      date: { kind: 'date', title: 'Date', required: true },
      fairValue: { kind: 'money', title: 'Fair value', required: true },
      methodId: { kind: 'reference', of: 'reference:valuation-method', title: 'Method' },
      description: { kind: 'longText', title: 'Description' },
    };
    return openLedgerDialog({
      title: 'Add value',
      fields,
      initial: {},
      message: 'The value was saved.',
      displayedBy: { vehicleId, field: 'date' },
      save: ({ securityId, methodId, ...more }) =>
        saveValues({
          body: {
            vehicleId,
            valuations: [{ ...more, securityId: codeOf(securityId), methodId: idOf(methodId) }],
          },
        }),
    });
  };
  return (
    <>
      <LedgerTable
        title="Securities"
        columns={securityColumns}
        reading={securities}
        cells={{
          holding: ({ holdingId }) => holdingOf(holdingId),
          class: (row) => classes.find(({ code }) => code === row.class)?.description ?? row.class,
        }}
        empty={holdings.length === 0 ? 'This fund has no investments yet.' : 'There are no securities yet.'}
        actions={
          mayEdit && holdings.length > 0 ? <Button onClick={() => void addSecurity()}>Add security</Button> : null
        }
      />
      <LedgerTable
        title="Values"
        columns={valueColumns}
        reading={values}
        cells={{
          holding: ({ securityId }) => holdingOf(securityOf(securityId)?.holdingId ?? ''),
          security: ({ securityId }) => securityOf(securityId)?.name ?? '',
        }}
        empty="No values yet."
        actions={
          mayEdit && (securities.data ?? []).length > 0 ? (
            <Button onClick={() => void addValue()}>Add value</Button>
          ) : null
        }
      />
    </>
  );
}
