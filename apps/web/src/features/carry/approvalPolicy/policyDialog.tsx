import { defineFields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { approvalModes, type ApprovalMode } from '@carrara/domain/platform/approval';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { rowMistakes } from '@carrara/ui/form/fieldRules.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { type RowValues, RowsEditor } from '../../../record/editor/RowsEditor.tsx';

type Policy = Answer<'listApprovalPolicies'>[number];

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
  approvers: { kind: 'referenceList', target: 'approver', title: 'Required approvers' },
});

const modeValue = (mode: ApprovalMode) => ({ code: mode, description: approvalModes[mode] });
const modeOf = (row: RowValues): ApprovalMode | undefined =>
  (row['mode'] as { readonly code: ApprovalMode } | null | undefined)?.code;
const rowsOf = (values: Readonly<Record<string, unknown>>) => (values['bands'] ?? []) as readonly RowValues[];

const firstBand: RowValues = { fromAmount: '0.00', mode: modeValue('ALL'), quorum: null, approvers: [] };

/** Opens the form of a policy, and saves it with its amounts. */
export const openPolicyDialog = (
  save: (body: Argument<'saveApprovalPolicy'>['body']) => Promise<unknown>,
  today: string,
  policy?: Policy,
): Promise<boolean> =>
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
      await save(policy ? { id: policy.id, rowVersion: policy.rowVersion, ...body } : body);
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
