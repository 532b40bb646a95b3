import type { Field } from '@carrara/contract/core/fields';
import { emptyId } from '@carrara/contract/core/kinds';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { fields } from 'virtual:contract/tables';
import { failureText } from '../../../api/failure.ts';
import { useRead, useWrite } from '../../../api/calls.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import type { FundOnDay } from './AnalysisFrame.tsx';

/** Carry terms are entered on the Carry tab of the fund, and the method applies to all investors. */
const enteredFields = (investorId: string | null) =>
  Object.fromEntries(
    Object.entries<Field>(fields.economicTermFields).filter(
      ([name, { readOnly }]) => !readOnly && (investorId === null || name !== 'performanceMethod'),
    ),
  );

/** The economic terms of a fund, or of an investor's side letter. They are edited in a dialog. */
export function EconomicTermsPanel({ fundId, endDate }: FundOnDay) {
  const [investorId, setInvestorId] = useState<string | null>(null);
  const mayEdit = useAllowed('ilpa.edit');
  const investors = useRead('listIlpaInvestors', { params: { endDate }, query: { fundId } });
  const { data, error, refetch } = useRead('getEconomicTerms', {
    params: { fundId, investorId: investorId ?? emptyId },
  });
  const [save] = useWrite('saveEconomicTerms');
  const edit = async () => {
    if (!data) return;
    const { rowVersion, terms, fundId: _fund, investorId: _investor, ...values } = data;
    // For an investor, the form contains only the terms that the side letter changes.
    const inherited = new Set(
      investorId === null ? [] : terms.filter(({ isOfFund }) => isOfFund).map(({ code }) => code),
    );
    await openFormDialog({
      title: investorId === null ? 'Economic terms' : 'Economic terms of the investor',
      fields: enteredFields(investorId),
      initial: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, inherited.has(name) ? null : value]),
      ),
      save: async (_changed, all) => {
        const body = Object.fromEntries(
          Object.keys(enteredFields(investorId)).map((name) => [name, all[name] ?? null]),
        );
        await save({ params: { fundId }, body: { ...body, investorId, rowVersion } });
        toastSuccess('Economic terms saved successfully.');
      },
    });
  };
  return (
    <Panel
      title="Economic terms"
      flush
      actions={
        mayEdit && data ? (
          <Button size="xs" variant="default" onClick={() => void edit()}>
            Edit
          </Button>
        ) : null
      }
    >
      <Select
        size="xs"
        m="sm"
        label="Terms of"
        placeholder="The fund"
        clearable
        searchable
        data={(investors.data ?? []).map(({ investorId: value, investorName: label }) => ({ value, label }))}
        value={investorId}
        onChange={setInvestorId}
      />
      {error && !data ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : data ? (
        <DataTable
          label="Economic terms"
          columns={[
            { field: 'name', kind: 'text', title: 'Term' },
            { field: 'value', kind: 'text', title: 'Value' },
            ...(investorId === null ? [] : [{ field: 'level', kind: 'text' as const, title: 'Level' }]),
          ]}
          rows={data.terms.map((term) => ({
            ...term,
            level: term.value === null ? null : term.isOfFund ? 'Fund' : 'Investor',
          }))}
          rowKey={({ code }) => code}
        />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}
