import { fields } from 'virtual:contract/tables';

const { employee, payType } = fields.awardFields;

/** The fields of an award. Salaries and deferred pay have forms of their own, so their pay types are left out. */
export const awardFields = {
  ...fields.awardFields,
  employee: { ...employee, target: 'payableEmployee' },
  payType: { ...payType, target: 'awardPayType' },
};
