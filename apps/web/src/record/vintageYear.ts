import type { Fields } from '@carrara/contract/core/fields';
import { fields } from 'virtual:contract/tables';

const { vintageYear, ...others } = fields.vintageFields;
const { vintageName, fund, vintageType, ...rest } = others;

/** The fields of a vintage for its editor: a year is typed and read without thousands. */
export const editedFields: Fields = {
  vintageName,
  fund,
  vintageType,
  vintageYear: { ...vintageYear, kind: 'code', max: 4 },
  ...rest,
};

type Values = Readonly<Record<string, unknown>>;
const yearOf = (values: Values) => String(values['vintageYear'] ?? '').trim();

export const checkYear = (values: Values) => ({
  vintageYear: /^([12]\d{3})?$/.test(yearOf(values)) ? undefined : 'is not a year',
});
export const savedYear = (values: Values) => ({ vintageYear: yearOf(values) === '' ? null : Number(yearOf(values)) });
export const typedYear = (seen: Values | undefined) => ({
  vintageYear: seen?.['vintageYear'] ? String(seen['vintageYear']) : '',
});
