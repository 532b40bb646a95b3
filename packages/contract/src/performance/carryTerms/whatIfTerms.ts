import { defineFields } from '../../core/fields.ts';
import { carryTermsFields, carryTierFields } from './carryTerms.ts';

/** The carry terms that a what-if can change. Blank ones stay as agreed. */
export const whatIfTermFields = defineFields({
  basis: { kind: 'status', options: carryTermsFields.basis.options, title: 'Basis' },
  returnFirst: { kind: 'status', options: carryTermsFields.returnFirst.options, title: 'Capital returned first' },
  carry: {
    kind: 'percent',
    title: 'Carry',
    most: 100,
    help: 'The GP’s share of the last split. A catch-up to the same share follows.',
  },
  preferredReturn: { kind: 'percent', title: 'Preferred return', most: 100, help: '0 leaves it out.' },
  compounding: { kind: 'status', options: carryTierFields.compounding.options, title: 'Compounding' },
  preferredBase: { kind: 'status', options: carryTierFields.preferredBase.options, title: 'Accrues on' },
  catchUp: { kind: 'percent', title: 'Catch-up', most: 100, help: 'The GP’s share. 0 leaves it out.' },
  clawback: { kind: 'status', options: carryTermsFields.clawback.options, title: 'Clawback' },
});
