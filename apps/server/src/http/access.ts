import { isApiToken, type TokenUse } from '@carrara/adapters/identity/apiTokens';
import type { Principal } from '@carrara/adapters/identity/principal';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { neededRole } from '@carrara/contract/core/neededRole';
import { closedToToken } from '@carrara/contract/core/tokenAccess';
import { type Grants, hasPermission, hasAccessAs, isClosedInSampleFirms } from '@carrara/contract/core/permissions';
import { err, type Failures, fail, ok, type Result, type FailureCode } from '@carrara/domain/kernel';
import { type Demand, signInDemand, isTokenTooWeak, signInPolicy } from '@carrara/domain/platform/signIn';
import type { FastifyRequest } from 'fastify';
import { isDisclosing } from '../calls/disclosure.ts';
import type { TenantOfRequest } from '../core/operations.ts';

/** Authenticates tokens. Sessions are in the database, so a revoked one is refused with the next request. */
export interface Gate {
  /** True if people reach the product over https. */
  readonly https: boolean;
  principalOfSession(token: string, tenantId: string | undefined, now: Date): Promise<Principal | undefined>;
  /**
   * Returns the principal of an API token within its request limit. Fails: NOT_SIGNED_IN, TOKEN_ENDED,
   * TOO_MANY_ATTEMPTS.
   */
  principalOfApiToken(token: string, use: TokenUse): Promise<Result<Principal, Failures>>;
  /** Consumes a download token. `url` is the path with its query. */
  principalOfDownload(token: string, url: string, tenantId: string, now: Date): Promise<Principal | undefined>;
}

/** An admitted request: its principal and tenant. */
export type Admission =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn'; readonly principal: Principal }
  | {
      readonly kind: 'tenant';
      readonly principal: Principal;
      readonly grants: Grants;
      /** The firm at the time of admission. */
      readonly tenant: TenantOfRequest;
    };

/**
 * Returns the name of the session cookie. Over https, the prefix makes browsers accept it from this very host only, so
 * that no other host of the domain can plant one. Over plain http, as on a local machine, browsers refuse that prefix.
 */
export const sessionCookie = (https: boolean): string => (https ? '__Host-AuthToken' : 'AuthToken');

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const refused = (code: FailureCode, detail = '') => err([fail(code, [], detail)]);
const longestToken = 200;
const texts: Readonly<Record<Demand, string>> = {
  SECOND_FACTOR_REQUIRED: 'This firm requires a second factor. Set one up in your account, or sign in again with it.',
  STEP_UP_REQUIRED: 'This is sensitive. Use your second factor again to continue.',
};

const weakToken = 'This token was created without a second factor, which this firm now requires. Create another one.';

/** Returns the session token of a request. The header takes precedence over the cookie. */
export function readSessionToken(request: FastifyRequest, https: boolean): string | undefined {
  const header = request.headers['authtoken'];
  const token = typeof header === 'string' && header !== '' ? header : request.cookies[sessionCookie(https)];
  return token !== undefined && token.length <= longestToken ? token : undefined;
}

const tenantHeaderOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['tenantid'];
  return typeof header === 'string' && header !== '' ? header : undefined;
};

/**
 * Decides if a request may proceed to its operation.
 *
 * A download takes its credentials from the query, where only a download token is accepted. A session token there
 * would end up in logs and browser histories.
 *
 * Fails: NOT_SIGNED_IN, TOKEN_ENDED (401), TENANT_REQUIRED (400), FORBIDDEN, PASSWORD_DUE, TOKEN_CLOSED,
 * SECOND_FACTOR_DUE, SECOND_FACTOR_REQUIRED, STEP_UP_REQUIRED (403), TOO_MANY_ATTEMPTS (429).
 */
export async function admitRequest(
  endpoint: Endpoint,
  request: FastifyRequest,
  gate: Gate,
  now: Date,
): Promise<Result<Admission, Failures>> {
  const { permission } = endpoint;
  if (permission === 'public') return ok({ kind: 'public' });
  const download = downloadOf(endpoint, request);
  const tenantId = download?.tenantId ?? tenantHeaderOf(request);
  if (tenantId !== undefined && !uuid.test(tenantId)) return refused('TENANT_REQUIRED', 'TenantId isn’t a valid id.');
  const found = await principalOf(request, download, tenantId, gate, now);
  if (found.isErr()) return err(found.error);
  const principal = found.value;
  const closed = principal.token && closedToToken(endpoint, principal.token);
  if (closed) return refused('TOKEN_CLOSED', closed);
  if (principal.factorDue && !endpoint.withFactorDue) {
    return refused('SECOND_FACTOR_DUE', 'Use your second factor first.');
  }
  if (principal.passwordDue && !endpoint.withPasswordDue) {
    return refused('PASSWORD_DUE', 'Change your initial password first.');
  }
  if (permission === 'signedIn') return ok({ kind: 'signedIn', principal });
  if (tenantId === undefined) return refused('TENANT_REQUIRED', 'The header TenantId is missing.');
  const { membership } = principal;
  if (!membership) return refused('FORBIDDEN');
  const { grants, tenant } = membership;
  if (tenant.isSample && isClosedInSampleFirms(permission))
    return refused('FORBIDDEN', 'Nobody else can join a sample firm, and it has no links to other firms.');
  if (permission === 'member' || permission === 'staff') {
    if (!hasAccessAs(grants, permission)) return refused('FORBIDDEN');
  } else if (!hasPermission(grants, permission))
    return refused('FORBIDDEN', `You need the ${neededRole(permission, grants)}.`);
  const isSensitive = isDisclosing(endpoint, request.params) || endpoint.requiresStrength === true;
  return hasRequiredStrength({ principal, ...membership }, isSensitive, now).map(() => ({
    kind: 'tenant',
    principal,
    ...membership,
  }));
}

/**
 * Checks that the session, or a program's token, is authenticated strongly enough for the request under the firm's
 * policy.
 */
export function hasRequiredStrength(
  { principal, grants, tenant }: Pick<Admission & { readonly kind: 'tenant' }, 'principal' | 'grants' | 'tenant'>,
  isSensitive: boolean,
  now: Date,
): Result<true, Failures> {
  const request = {
    policy: signInPolicy(tenant.settings),
    isAdministrator: Object.values(grants).includes('administrator'),
    isSensitive,
  };
  if (principal.token) {
    return isTokenTooWeak(principal.token.isStrong, request) ? refused('TOKEN_CLOSED', weakToken) : ok(true);
  }
  const demand = signInDemand(principal.proof, { ...request, now });
  return demand ? refused(demand, texts[demand]) : ok(true);
}

interface DownloadCredentials {
  readonly token: string;
  readonly tenantId: string;
}

function downloadOf(endpoint: Endpoint, request: FastifyRequest): DownloadCredentials | undefined {
  if (endpoint.method !== 'GET') return undefined;
  const query = request.query as Readonly<Record<string, unknown>>;
  const token = query['AuthToken'];
  const tenantId = query['tenant_id'];
  return typeof token === 'string' && typeof tenantId === 'string' ? { token, tenantId } : undefined;
}

async function principalOf(
  request: FastifyRequest,
  download: DownloadCredentials | undefined,
  tenantId: string | undefined,
  gate: Gate,
  now: Date,
): Promise<Result<Principal, Failures>> {
  const token = download ? undefined : readSessionToken(request, gate.https);
  if (token !== undefined && isApiToken(token))
    return gate.principalOfApiToken(token, { tenantId, address: request.ip, now });
  const found = download
    ? uuid.test(download.tenantId) &&
      (await gate.principalOfDownload(download.token, request.url, download.tenantId, now))
    : token !== undefined && (await gate.principalOfSession(token, tenantId, now));
  return found ? ok(found) : refused('NOT_SIGNED_IN', 'Sign in to continue.');
}
