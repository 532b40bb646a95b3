import type { Field, Fields } from '@carrara/contract/core/fields';
import {
  type BulkDomain,
  bulkDomains,
  type BulkPart,
  type BulkSection,
} from '@carrara/contract/performance/investment/bulkDomains';
import { fields } from 'virtual:contract/tables';

const partFields: Readonly<Record<BulkPart, Fields>> = {
  company: fields.companyFields,
  holding: { ...fields.dealFields, ...fields.positionFields },
  investment: fields.bulkInvestmentFields,
  vehicle: fields.bulkVehicleFields,
  investor: fields.bulkInvestorFields,
  reported: fields.bulkReportedFields,
};

/** Returns the fields that a section displays. */
export function bulkFields({ part, group }: BulkSection): Fields {
  const all = partFields[part];
  return group === undefined
    ? all
    : Object.fromEntries(Object.entries(all).filter(([, field]) => field.group === group));
}
export const bulkField = (part: BulkPart, name: string): Field | undefined => partFields[part][name];

export const listSections = (domain: BulkDomain): readonly [BulkSection, ...BulkSection[]] =>
  bulkDomains[domain].sections;
export const isDomain = (name: string | null): name is BulkDomain => name !== null && Object.hasOwn(bulkDomains, name);
