import { queryName, toWire } from '@carrara/contract/core/wireNames';
import type { CallData } from './operations.ts';

export interface CallArgument {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: File;
}

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Builds the address from a path such as `/api/carry/fund/:id`, with its parameters filled and the query in the spelling of the wire. */
export function callAddress(call: Pick<CallData, 'path'>, { params = {}, query = {} }: CallArgument): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const present = Object.entries(query).filter(([, value]) => isPresent(value));
  const search = new URLSearchParams(present.map(([name, value]) => [queryName(name), String(value)]));
  return present.length > 0 ? `${path}?${search}` : path;
}

/** Builds the rest of the request: method, headers and body. */
export function buildRequest(call: CallData, argument: CallArgument, tenantId: string | undefined): RequestInit {
  const headers = new Headers({ Accept: 'application/json' });
  if (tenantId) headers.set('TenantId', tenantId);
  const init: RequestInit = { method: call.method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (argument.file) {
    const form = new FormData();
    for (const [name, value] of Object.entries((toWire(argument.body ?? {}) ?? {}) as Record<string, unknown>)) {
      if (isPresent(value)) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    form.set('file', argument.file);
    return { ...init, body: form };
  }
  if (argument.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(toWire(argument.body));
  }
  return init;
}
