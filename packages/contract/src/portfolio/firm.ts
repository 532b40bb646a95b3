import { z } from 'zod';
import { getEndpoint, recordOf, rowsOf, saveOf, saveRowsOf } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { id } from '../core/schema.ts';

/** A manager: the firm whose funds and coinvestments are held, with the people to ask there. */
export const firmFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Firm' },
  name: { kind: 'text', title: 'Name', required: true, group: 'Firm' },
  currency: { kind: 'reference', of: 'reference:currency', title: 'Currency', group: 'Firm' },
  address: { kind: 'address', title: 'Address', group: 'Address' },
});
export const firmContactFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  title: { kind: 'text', title: 'Title' },
  email: { kind: 'email', title: 'E-mail' },
  telephone: { kind: 'text', title: 'Telephone', max: 50 },
});

export const firm = recordOf(firmFields, { contacts: rowsOf(firmContactFields) });

export const firmEndpoints = {
  ...recordEndpoints('firm', {
    path: '/api/performance/firm',
    listPath: '/api/performance/firm/firmList',
    fields: firmFields,
    record: firm,
    body: saveOf(firmFields, { contacts: saveRowsOf(firmContactFields) }),
    columns: ['code', 'name', 'currency', { field: 'address', sortable: false }],
    sortedBy: 'code',
    pageSize: 100,
  }),
  listFirmNavigation: {
    method: 'GET',
    path: '/api/performance/firm/navigation-list',
    summary: 'All firms, short, for jumping between them',
    permission: 'firm.view',
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() })),
    tags: ['Firm'],
  },
  getFirmProfile: getEndpoint('/api/performance/firm/:id/profile', 'A firm, for its profile', 'firm.view', firm),
} as const;
export type Firm = z.output<typeof firm>;
