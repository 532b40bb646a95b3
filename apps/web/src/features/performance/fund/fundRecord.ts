import { fields, lists } from 'virtual:contract/tables';
import { type RecordDefinition, type RecordValue, standardPaths } from '../../../record/recordDefinition.ts';

const base = '/performance/fund';
export const kindOf = (record: RecordValue) => (record['kind'] === 'coinvestment' ? 'coinvestment' : 'fund');

/** A fund or coinvestment as performance knows it. */
export const fundRecord: RecordDefinition = {
  noun: 'fund',
  annotated: kindOf,
  application: 'performance',
  fields: fields.vehicleRecordFields,
  list: { ...lists.listVehicles, operation: 'listVehicles' },
  get: 'getVehicle',
  save: 'saveVehicle',
  editPermission: 'fundLedger.edit',
  nameOf: ({ name }) => String(name),
  paths: {
    ...standardPaths(base, 'overview'),
    profile: (id, view = 'overview') => `${base}/${id}/${view}`,
  },
  viewAfterSave: 'overview',
  facts: ['code', 'currency', 'firm', 'yearOfVintage'],
  stop: '.',
};

/** What a coinvestment has of the fields: it is in the family, the sectors and the region of its fund, and has its own kinds of status. */
const onlyOfFunds = ['legalName', 'fundFamily', 'sectors', 'platform', 'region', 'status', 'totalCapitalRaised'];

/** The fields that are edited. */
export const editedFields = (fund: RecordValue | undefined) =>
  fund && kindOf(fund) === 'coinvestment'
    ? Object.keys(fundRecord.fields).filter((name) => !onlyOfFunds.includes(name) && !fundRecord.fields[name]?.readOnly)
    : undefined;

/** The fields as they are read: with the vintage year that counts, and a fund beside no other. */
export const shownFields = (fund: RecordValue) => {
  const left = ['vintageYear', ...(kindOf(fund) === 'fund' ? ['fund'] : onlyOfFunds)];
  return Object.fromEntries(Object.entries(fundRecord.fields).filter(([name]) => !left.includes(name)));
};
