import type { Page } from 'playwright-core';

export interface SavedRecord {
  readonly Id: string;
  readonly RowVersion: number;
  readonly [field: string]: unknown;
}

export interface Api {
  readonly read: <T>(path: string) => Promise<T>;
  readonly save: (path: string, body: object) => Promise<SavedRecord>;
}

/** Calls the server with the session of a page, for the test data of a story. */
export async function connectApi(page: Page): Promise<Api> {
  const request = (path: string, tenant: string, body: string | undefined) =>
    page.evaluate(
      async ([address, tenantId, sent]) => {
        const headers = { TenantId: tenantId ?? '', ...(sent ? { 'content-type': 'application/json' } : {}) };
        const answer = await fetch(address ?? '', sent ? { method: 'POST', headers, body: sent } : { headers });
        return { status: answer.status, text: await answer.text() };
      },
      [path, tenant, body],
    );
  const call = async (path: string, tenant: string, body?: object): Promise<unknown> => {
    const { status, text } = await request(path, tenant, body && JSON.stringify(body));
    if (status !== 200) throw new Error(`${path} answered ${String(status)}: ${text.slice(0, 400)}`);
    return JSON.parse(text) as unknown;
  };
  const [tenant] = (await call('/api/user/tenant-list', '')) as readonly { readonly Id: string }[];
  const tenantId = tenant?.Id ?? '';
  return {
    read: async <T>(path: string) => (await call(path, tenantId)) as T,
    save: async (path, body) => (await call(path, tenantId, body)) as SavedRecord,
  };
}
