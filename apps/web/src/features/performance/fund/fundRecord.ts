import { fields, lists } from 'virtual:contract/tables';
import { type RecordDefinition, type RecordValue, standardPaths } from '../../../record/recordDefinition.ts';

const base = '/performance/fund';
export const fundKind = (record: RecordValue) => (record['kind'] === 'coinvestment' ? 'coinvestment' : 'fund');

/** A fund or coinvestment in the performance module. */
export const fundRecord: RecordDefinition = {
  noun: 'fund',
  annotated: fundKind,
  application: 'performance',
  fields: fields.vehicleRecordFields,
  list: lists.listVehicles,
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

/** Fields that a coinvestment does not have. It takes the family, the sectors and the region from its fund, and its status has other values. */
const onlyOfFunds = ['legalName', 'fundFamily', 'sectors', 'platform', 'region', 'status', 'totalCapitalRaised'];

/** Returns the fields that can be edited. */
export const editedFields = (fund: RecordValue | undefined) =>
  fund && fundKind(fund) === 'coinvestment'
    ? Object.keys(fundRecord.fields).filter((name) => !onlyOfFunds.includes(name) && !fundRecord.fields[name]?.readOnly)
    : undefined;

/** Returns the fields for display, with the effective vintage year. Only coinvestments display a fund. */
export const displayedFields = (fund: RecordValue) => {
  const omittedFields = ['vintageYear', ...(fundKind(fund) === 'fund' ? ['fund'] : onlyOfFunds)];
  return Object.fromEntries(Object.entries(fundRecord.fields).filter(([name]) => !omittedFields.includes(name)));
};
