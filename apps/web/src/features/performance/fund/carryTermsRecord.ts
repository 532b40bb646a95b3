import type { Fields } from '@carrara/contract/core/fields';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { fields, lists } from 'virtual:contract/tables';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';

const { vehicle: _vehicle, ...termFields } = fields.carryTermsFields;

/** The rows of carry terms, in the order of the form. */
export const termRows = [
  { name: 'tiers', title: 'Tiers', addLabel: 'Add tier', fields: fields.carryTierFields },
  { name: 'letters', title: 'Side letters', addLabel: 'Add side letter', fields: fields.carryLetterFields },
  { name: 'recipients', title: 'Recipients of carry', addLabel: 'Add recipient', fields: fields.carryRecipientFields },
  {
    name: 'offsets',
    title: 'Investments that offset one another',
    addLabel: 'Add investment',
    fields: fields.carryOffsetFields,
  },
  {
    name: 'clawbackDates',
    title: 'Clawback dates',
    addLabel: 'Add date',
    fields: fields.carryClawbackDateFields,
  },
  { name: 'taxIncomes', title: 'Taxable income', addLabel: 'Add income', fields: fields.carryTaxIncomeFields },
] as const satisfies readonly {
  readonly name: string;
  readonly title: string;
  readonly addLabel: string;
  readonly fields: Fields;
}[];

const tab = (fundId: string) => `/performance/fund/${fundId}/carry`;
export const termsPath = (fundId: string, end: string) => `/performance/fund/${fundId}/carry-terms/${end}`;

/** A version of a fund's carry terms. */
export const carryTermsRecord = (fundId: string): RecordDefinition<'getCarryTerms'> => ({
  noun: 'carry terms',
  fields: termFields,
  // The versions are on the tab of the fund.
  list: lists.listVehicles,
  get: 'getCarryTerms',
  save: 'saveCarryTerms',
  remove: 'deleteCarryTerms',
  editPermission: 'carryTerms.edit',
  deletePermission: 'carryTerms.delete',
  nameOf: ({ effectiveDate }) => `Carry terms from ${formatDate(String(effectiveDate))}`,
  paths: {
    list: tab(fundId),
    add: termsPath(fundId, 'add'),
    edit: (id) => termsPath(fundId, `${id}/edit`),
    profile: (id) => `${tab(fundId)}?version=${id}`,
  },
  stop: '.',
});

const fieldsOfKind: Readonly<Record<string, readonly string[]>> = {
  RETURN_OF_CAPITAL: [],
  PREFERRED_RETURN: ['rate', 'compounding', 'dayCount', 'accruesFrom', 'accruesTo', 'preferredBase'],
  CATCH_UP: ['gpShare', 'target'],
  SPLIT: ['gpShare', 'untilIrr', 'untilMultiple'],
};

/** Returns the fields of a tier, which depend on its kind. */
export function tierFieldsOf(tier: Readonly<Record<string, unknown>>): Fields {
  const code = (tier['kind'] as { readonly code: string } | null | undefined)?.code ?? '';
  const own = ['kind', ...(fieldsOfKind[code] ?? [])];
  return Object.fromEntries(Object.entries(fields.carryTierFields).filter(([name]) => own.includes(name)));
}
