import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../../core/endpoint.ts';
import { anyText, id, instant, longText, reference, status, text } from '../../core/schema.ts';

const base = '/api/performance/tenant-link-request';
const tags = ['TenantLinkRequest'];
const named = z.object({ id: id(), name: z.string() });
const choice = z.object({ id: id(), code: z.string().nullable(), name: z.string() });

/** A link request as both tenants see it: the requester, the investors that one side names and the firm that the other side names. */
const tenantLinkRequest = z.object({
  id: id(),
  rowVersion: z.int(),
  sourceTenantId: id(),
  sourceTenantName: z.string(),
  targetTenantId: id(),
  targetTenantName: z.string(),
  /** True if this tenant sent the request, so that the other tenant has to answer it. */
  isOurs: z.boolean(),
  firm: named.nullable(),
  investors: z.array(z.object({ id: id(), investorName: z.string() })),
  comments: z.string().nullable(),
  answer: z.string().nullable(),
  requestStatus: status(),
  createdDate: instant(),
  answeredDate: instant().nullable(),
});
export type TenantLinkRequest = z.output<typeof tenantLinkRequest>;

/** The link status of an investor or a firm. */
export const linkState = {
  linkPending: z.boolean(),
  isLinked: z.boolean(),
  linkedTenantName: z.string().nullable(),
};
export type LinkState = z.output<z.ZodObject<typeof linkState>>;

const answerBody = {
  id: id(),
  rowVersion: z.int().nullish(),
  comments: longText(4000).nullish(),
  investors: z.array(reference()).max(500).default([]),
  firm: reference().nullish(),
};
const answer = (path: string, summary: string, response: 'ACCEPT' | 'REJ') =>
  ({
    method: 'POST',
    path: `${base}/${path}`,
    summary,
    permission: 'tenantLink.edit',
    body: z.strictObject({ ...answerBody, response: z.literal(response).nullish() }),
    result: tenantLinkRequest,
    idempotent: true,
    failures: [
      'WRONG_STATE',
      'STALE_VERSION',
      'OWN_REQUEST',
      'COMMENT_REQUIRED',
      'REQUIRED',
      'FIELD_NOT_OF_TYPE',
      'ALREADY_LINKED',
    ],
    tags,
  }) as const;
const read = <const R extends z.ZodType>(path: string, summary: string, result: R) =>
  ({ method: 'GET', path: `${base}/${path}`, summary, permission: 'tenantLink.view', result, tags }) as const;

export const tenantLinkEndpoints = defineEndpoints({
  listTenantLinkRequests: listEndpoint({
    path: base,
    title: 'Tenant links',
    permission: 'tenantLink.view',
    row: z.object({
      id: id(),
      rowVersion: z.int(),
      isOurs: z.boolean(),
      sourceTenantId: id(),
      sourceTenantName: z.string(),
      targetTenantName: z.string(),
      firmName: z.string().nullable(),
      investorNames: z.string(),
      requestStatus: status(),
      comments: z.string().nullable(),
      answer: z.string().nullable(),
      createdDate: instant(),
      answeredDate: instant().nullable(),
    }),
    columns: [
      { field: 'sourceTenantName', kind: 'text', title: 'Requested by' },
      { field: 'targetTenantName', kind: 'text', title: 'Requested from' },
      { field: 'investorNames', kind: 'text', title: 'Investors' },
      { field: 'firmName', kind: 'text', title: 'Firm' },
      { field: 'requestStatus', kind: 'status', title: 'Status' },
      { field: 'createdDate', kind: 'instant', title: 'Requested on' },
      { field: 'comments', kind: 'longText', title: 'Comments' },
      { field: 'answer', kind: 'longText', title: 'Answer' },
      { field: 'answeredDate', kind: 'instant', title: 'Answered on', hidden: true },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    filters: { view: z.enum(['pending', 'resolved']).optional() },
    tags,
  }),
  getTenantLinkOfInvestor: {
    ...read(
      ':investorId/byInvestor',
      'The newest request for an investor or firm of this tenant; null if there is none',
      tenantLinkRequest.nullable(),
    ),
    params: z.strictObject({ investorId: id() }),
  },
  listTenantLinksBySource: read('bySource', 'Requests sent by this tenant', z.array(tenantLinkRequest)),
  listTenantLinksByTarget: read('byTarget', 'Requests received by this tenant', z.array(tenantLinkRequest)),
  listTenantLinkStatuses: read('statuses', 'The states of a request', z.array(status())),
  listLinkTargets: {
    ...read(
      'targetTenants',
      'Tenants of the other kind that appear in search, and the one with exactly this name',
      z.array(named),
    ),
    query: z.strictObject({ name: anyText().default('') }),
  },
  listResolvedTenantLinks: read(
    'resolved',
    'Accepted requests, and rejected or removed ones',
    z.object({ accepted: z.array(tenantLinkRequest), rejected: z.array(tenantLinkRequest) }),
  ),
  listLinkableInvestors: read('availableInvestors', 'This tenant’s investors without another link', z.array(choice)),
  listLinkableFirms: {
    ...read('availableFirms', 'This tenant’s firms without a link, or only one with the given tenant', z.array(choice)),
    query: z.strictObject({ tenantId: id().optional() }),
  },
  getTenantLinkTabData: read(
    'tabData',
    'Number of pending and answered requests',
    z.object({ pending: z.int(), resolved: z.int() }),
  ),
  requestTenantLink: {
    method: 'POST',
    path: `${base}/create`,
    summary: 'Request a link to another tenant: an LP tenant for one of its firms, a manager for some of its investors',
    permission: 'tenantLink.edit',
    body: z.strictObject({
      targetTenantId: id().nullish(),
      /** For a tenant that hides from search, its full name, which makes it available for this request. */
      targetTenantName: text().nullish(),
      comments: longText(4000).nullish(),
      investors: z.array(reference()).max(500).default([]),
      firm: reference().nullish(),
    }),
    result: tenantLinkRequest,
    idempotent: true,
    failures: ['REQUIRED', 'FIELD_NOT_OF_TYPE', 'ALREADY_LINKED'],
    tags,
  },
  acceptTenantLinkRequest: answer(
    'accept',
    'Accept a request, and choose the firm or investors of this tenant that it applies to',
    'ACCEPT',
  ),
  rejectTenantLinkRequest: answer('reject', 'Reject a request, with a comment', 'REJ'),
  removeTenantLinkRequest: {
    method: 'DELETE',
    path: `${base}/:investorId`,
    summary:
      'Remove an investor’s link, all links of a firm, or a request by its ID. Removing the last investor removes the link',
    permission: 'tenantLink.delete',
    params: z.strictObject({ investorId: id() }),
    query: z.strictObject({ rowVersion: z.coerce.number().int().optional() }),
    result: z.object({ id: id() }),
    failures: ['WRONG_STATE', 'STALE_VERSION'],
    tags,
  },
});
