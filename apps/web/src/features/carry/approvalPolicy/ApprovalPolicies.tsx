import { defineFields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { approvalModes, type ApprovalMode } from '@carrara/domain/platform/approval';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { rowMistakes } from '@carrara/ui/form/fieldRules.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { type RowValues, RowsEditor } from '../../../record/editor/RowsEditor.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';

type Policy = Answer<'listApprovalPolicies'>[number];
type Band = Policy['bands'][number];

const policyFields = defineFields({
  effectiveDate: {
    kind: 'date',
    title: 'Effective date',
    required: true,
    help: 'Applies to distributions submitted on this date or later. Those already submitted keep their rule.',
  },
  currency: {
    kind: 'reference',
    target: 'reference:currency',
    title: 'Currency of the amounts',
    required: true,
    help: 'Distributions in another currency are compared at the rate of the day. Without a rate, the rule for the highest amounts applies.',
  },
});
const bandFields = defineFields({
  fromAmount: { kind: 'money', title: 'From amount', required: true },
  mode: {
    kind: 'status',
    title: 'Who has to approve',
    required: true,
    options: Object.entries(approvalModes).map(([code, description]) => ({ code, description })),
  },
  quorum: { kind: 'count', title: 'Approvals needed', least: 1 },
  approvers: { kind: 'referenceList', target: 'approver', title: 'Approvers who are always asked' },
});

const modeValue = (mode: ApprovalMode) => ({ code: mode, description: approvalModes[mode] });
const modeOf = (row: RowValues): ApprovalMode | undefined =>
  (row['mode'] as { readonly code: ApprovalMode } | null | undefined)?.code;
const rowsOf = (values: Readonly<Record<string, unknown>>) => (values['bands'] ?? []) as readonly RowValues[];

const firstBand: RowValues = { fromAmount: '0.00', mode: modeValue('ALL'), quorum: null, approvers: [] };

const columns = [
  { field: 'fromAmount', kind: 'money', title: 'From amount' },
  { field: 'mode', kind: 'text', title: 'Who has to approve' },
  { field: 'approvers', kind: 'text', title: 'Always asked' },
] as const;
const cells = {
  mode: ({ mode, quorum }: Band) => (mode === 'QUORUM' ? `${String(quorum)} of the approvers` : approvalModes[mode]),
  approvers: ({ approvers }: Band) =>
    approvers.length > 0 ? approvers.map(({ name }) => name).join(', ') : 'Chosen by the submitter',
};

/** The approval policies by date, each with its amounts. Administrators of carry change them. */
export function ApprovalPolicies() {
  const { data, error, refetch } = useRead('listApprovalPolicies', undefined);
  const mayEdit = useAllowed('approvalPolicy.edit');
  const today = useToday();
  const [save] = useWrite('saveApprovalPolicy');
  const [remove] = useWrite('deleteApprovalPolicy');
  if (!data) return <ReadState error={error} onRetry={refetch} lines={6} />;
  const edit = (policy?: Policy) =>
    openFormDialog({
      title: policy ? `Policy of ${formatDate(policy.effectiveDate)}` : 'Add policy',
      fields: policyFields,
      initial: policy
        ? { ...policy, bands: policy.bands.map((band) => ({ ...band, mode: modeValue(band.mode) })) }
        : { effectiveDate: today, bands: [firstBand] },
      check: (values) => rowMistakes('bands', bandFields, rowsOf(values)),
      save: async (_changed, all) => {
        const bands = rowsOf(all).map((row) => ({
          fromAmount: String(row['fromAmount'] ?? ''),
          mode: modeOf(row) ?? 'ALL',
          quorum: modeOf(row) === 'QUORUM' ? ((row['quorum'] ?? null) as number | null) : null,
          approvers: ((row['approvers'] ?? []) as readonly Reference[]).map(({ id }) => ({ id })),
        }));
        const body = {
          effectiveDate: String(all['effectiveDate']),
          currency: { id: (all['currency'] as Reference).id },
          bands,
        };
        await save({ body: policy ? { id: policy.id, rowVersion: policy.rowVersion, ...body } : body });
        toastSuccess('Approval policy saved.');
      },
      more: (form) => (
        <RowsEditor
          title="Amounts"
          path="bands"
          form={form}
          fields={bandFields}
          rows={rowsOf(form.values)}
          onChange={(next) => form.set('bands', next)}
          blank={{ ...firstBand, fromAmount: '' }}
          isFixed={(name, at) => name === 'quorum' && modeOf(rowsOf(form.values)[at] ?? {}) !== 'QUORUM'}
          canRemove={() => rowsOf(form.values).length > 1}
          addLabel="Add amount"
        />
      ),
    });
  const confirmRemoval = ({ id, rowVersion, effectiveDate }: Policy) =>
    runConfirmed(
      {
        title: 'Delete policy',
        text: `Distributions submitted from now on no longer follow the policy of ${formatDate(effectiveDate)}. Are you sure you want to continue?`,
        confirmLabel: 'Delete',
      },
      async () => {
        await remove({ params: { id }, query: { rowVersion } });
        return 'Approval policy deleted.';
      },
    );
  const add = mayEdit ? <Button onClick={() => void edit()}>Add policy</Button> : null;
  if (data.length === 0)
    return (
      <Panel title="Approval policies">
        <EmptyState text="No policy yet. Every listed approver of a distribution has to approve it." action={add} />
      </Panel>
    );
  return (
    <>
      {data.map((policy, at) => (
        <Panel
          key={policy.id}
          title={`From ${formatDate(policy.effectiveDate)}, in ${policy.currency.code ?? ''}${policy.isCurrent ? ' (current)' : ''}`}
          flush
          actions={
            mayEdit ? (
              <>
                <RowButton label="Delete" onClick={() => void confirmRemoval(policy)} />
                <RowButton label="Edit" onClick={() => void edit(policy)} />
                {at === 0 ? add : null}
              </>
            ) : null
          }
        >
          <DataTable<Band>
            label={`Policy of ${formatDate(policy.effectiveDate)}`}
            columns={columns}
            rows={policy.bands}
            rowKey={({ fromAmount }) => fromAmount}
            cells={cells}
          />
        </Panel>
      ))}
    </>
  );
}
