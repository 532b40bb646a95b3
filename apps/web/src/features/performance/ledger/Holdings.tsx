import { Button } from '@mantine/core';
import { useFormWrite, useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { saveConfirmed } from '../../../record/editor/saveConfirmed.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { openLedgerDialog, statusCode, referenceId, type OfVehicle, recordOptions } from './ledgerDialog.ts';
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

type Holding = Answer<'listHoldings'>[number];
type Security = Answer<'listSecurities'>[number];
const nameIn = (holdings: readonly Holding[], id: string) => holdings.find((holding) => holding.id === id)?.name ?? '';

/** Returns a function that opens the form of a new security. */
function useSecurityForm(vehicleId: string, holdings: readonly Holding[]) {
  const [save] = useFormWrite('saveSecurity');
  const [only, ...others] = recordOptions(holdings);
  return () =>
    openLedgerDialog({
      title: 'Add security',
      fields: {
        holdingId: { kind: 'status', title: 'Investment', options: recordOptions(holdings), required: true },
        class: { kind: 'status', title: 'Class', options: classes, required: true },
        name: { kind: 'text', title: 'Name', required: true },
        typeId: { kind: 'reference', target: 'reference:equity-type', title: 'Type' },
      },
      initial: { class: classes[0], ...(only && others.length === 0 ? { holdingId: only } : {}) },
      fieldOf: (name, field, form) =>
        name === 'typeId'
          ? { ...field, target: `reference:${statusCode(form.values['class']) === 'DEBT' ? 'debt' : 'equity'}-type` }
          : field,
      onChange: (name, _value, form) => {
        if (name === 'class') form.set('typeId', null);
      },
      message: 'The security was saved.',
      save: ({ holdingId, class: kind, typeId, ...more }) =>
        save({
          body: {
            ...more,
            vehicleId,
            holdingId: statusCode(holdingId),
            class: statusCode(kind),
            typeId: referenceId(typeId),
          },
        }),
    });
}

/** Returns a function that opens the form of a new valuation. */
function useValueForm(vehicleId: string, holdings: readonly Holding[], securities: readonly Security[]) {
  const [save] = useFormWrite('saveValuations');
  const options = securities.map(({ id, name, holdingId }) => ({
    code: id,
    description: `${name}, ${nameIn(holdings, holdingId)}`,
  }));
  return () =>
    openLedgerDialog({
      title: 'Add value',
      fields: {
        securityId: { kind: 'status', title: 'Security', options, required: true },
        date: { kind: 'date', title: 'Date', required: true },
        fairValue: { kind: 'money', title: 'Fair value', required: true },
        methodId: { kind: 'reference', target: 'reference:valuation-method', title: 'Method' },
        description: { kind: 'longText', title: 'Description' },
      },
      initial: {},
      message: 'The value was saved.',
      displayedBy: { vehicleId, field: 'date' },
      save: ({ securityId, methodId, ...more }) =>
        saveConfirmed((confirmation) =>
          save({
            body: {
              vehicleId,
              valuations: [{ ...more, securityId: statusCode(securityId), methodId: referenceId(methodId) }],
              ...confirmation,
            },
          }),
        ),
    });
}

/** The securities of the fund's investments, with their valuations. */
export function Holdings({ vehicleId }: OfVehicle) {
  const { data: holdings = [] } = useRead('listHoldings', { query: { vehicleId } });
  const securities = useRead('listSecurities', { query: { vehicleId } });
  const values = useRead('listValuations', { query: { vehicleId } });
  const addSecurity = useSecurityForm(vehicleId, holdings);
  const addValue = useValueForm(vehicleId, holdings, securities.data ?? []);
  const mayEdit = useAllowed('valuation.edit');
  const securityOf = (id: string) => securities.data?.find((security) => security.id === id);
  return (
    <>
      <LedgerTable
        title="Securities"
        columns={securityColumns}
        reading={securities}
        cells={{
          holding: ({ holdingId }) => nameIn(holdings, holdingId),
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
          holding: ({ securityId }) => nameIn(holdings, securityOf(securityId)?.holdingId ?? ''),
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
