import { allTypes, investorFields, type InvestorRow, type StoredInvestor } from '@carrara/contract/portfolio/investor';
import { column, entry, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { linkColumns } from '../../platform/tenantLink/linkOfRecord.ts';
import { defineRecord } from '../../engine/records/recordStore.ts';

export const investorStore = defineRecord<StoredInvestor>({
  objectType: 'investor',
  table: 'investor',
  parents: [{ table: 'container', kind: 'investor', fields: ['code', 'name'] }],
  fields: investorFields,
  lists: { industries: { table: 'investor_industry', owner: 'investor_id', target: 'industry_id' } },
});

const ofType = entry('i.type_id', 'investor-type', ['i']);

export const investorList = defineListQuery<InvestorRow>({
  base: {
    table: 'container',
    where: `b.kind = 'investor'`,
    joins: { i: 'JOIN investor i ON i.tenant_id = b.tenant_id AND i.id = b.id' },
  },
  columns: {
    rowVersion: column('count', 'i.row_version', ['i']),
    code: column('code', 'b.code'),
    investorName: column('text', 'b.name'),
    investorType: referenceColumn('i.type_id', 'reference:investor-type', ['i']),
    currency: referenceColumn('i.currency_id', 'reference:currency', ['i']),
    initialInvestmentDate: column('date', 'i.initial_investment_date', ['i']),
    country: referenceColumn('i.address_country_id', 'reference:country', ['i']),
    vehicle: referenceColumn('i.vehicle_id', 'vehicle', ['i']),
    ...linkColumns('investor'),
  },
  search: { text: 'b.search_text', index: 'matching_containers' },
  filters: { type: { ...ofType, where: (value) => (value === allTypes ? undefined : ofType.where(value)) } },
  defaultSort: { field: 'investorName', ascending: true },
});
