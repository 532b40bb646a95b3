import { z } from 'zod';
import {
  deleteEndpoint,
  getEndpoint,
  recordSchema,
  rowsSchema,
  saveEndpoint,
  saveSchema,
  saveRowsSchema,
} from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { id } from '../core/schema.ts';
import { linkState } from '../platform/tenantLink/tenantLink.ts';

/** A manager: the firm that manages funds and coinvestments, with its contacts. */
export const firmFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Firm' },
  name: { kind: 'text', title: 'Name', required: true, group: 'Firm' },
  currency: { kind: 'reference', target: 'reference:currency', title: 'Currency', group: 'Firm' },
  logo: { kind: 'picture', title: 'Logo', readOnly: true, group: 'Firm' },
  address: { kind: 'address', title: 'Address', group: 'Address' },
});
export const firmContactFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  title: { kind: 'text', title: 'Title' },
  email: { kind: 'email', title: 'E-mail' },
  telephone: { kind: 'text', title: 'Telephone', max: 50 },
});

const firm = recordSchema(firmFields, { contacts: rowsSchema(firmContactFields), ...linkState });

const path = '/api/performance/firm';
/** The list of firms includes their figures, so performance defines it. */
export const firmEndpoints = {
  getFirm: getEndpoint(`${path}/:id`, 'A firm', 'firm.view', firm),
  saveFirm: saveEndpoint(
    path,
    'Create or change a firm',
    'firm.edit',
    saveSchema(firmFields, { contacts: saveRowsSchema(firmContactFields) }),
    firm,
  ),
  deleteFirm: deleteEndpoint(`${path}/:id`, 'Delete a firm', 'firm.delete'),
  listFirmNavigation: {
    method: 'GET',
    path: `${path}/navigation-list`,
    summary: 'Short list of all firms, for navigation',
    permission: 'firm.view',
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() })),
    tags: ['Firm'],
  },
  getFirmProfile: getEndpoint(`${path}/:id/profile`, 'A firm, for its profile', 'firm.view', firm),
} as const;
export type Firm = z.output<typeof firm>;
export type StoredFirm = Omit<Firm, keyof typeof linkState>;
