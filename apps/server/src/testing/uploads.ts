import { expect } from 'vitest';
import { multipart } from './multipart.ts';
import type { TestPerson, TestServer } from './testServer.ts';

/** An upload as tests read it. */
export interface UploadReport {
  readonly Id: string;
  readonly Status: string;
  readonly Progress: number;
  readonly CanUndo: boolean;
  readonly Undone: (Pick<UploadReport, 'Notes' | 'Figures'> & { readonly By: string; readonly Reason: string }) | null;
  readonly Effects: readonly { Kind: string; Created: number; Updated: number; Unchanged: number }[];
  readonly Errors: readonly { Row: number | null; Column: string | null; Reason: string }[];
  readonly Sums: readonly { Kind: string; Currency: string; Amount: string; Rows: number; People: number }[];
  readonly Notes: readonly string[];
  readonly Warnings: readonly string[];
  readonly Changes: readonly { Record: string; Field: string; Before: string | null; After: string | null }[];
  readonly Conflict: { readonly Changed: number; readonly Missing: number } | null;
  readonly Figures: readonly {
    readonly NAV: { readonly Before: string | null; readonly After: string | null };
    readonly Unfunded: { readonly Before: string | null; readonly After: string | null };
  }[];
}

/** Returns the numbers of created, changed and unchanged records of the first kind. */
export const counts = ({ Effects: [first] }: UploadReport) => [first?.Created, first?.Updated, first?.Unchanged];
export const faults = ({ Errors }: UploadReport) => Errors.map(({ Row, Column, Reason }) => [Row, Column, Reason]);

/** Returns functions to upload files to one firm as a person. */
export function uploadsOf(server: TestServer, tenantId: string, by: TestPerson) {
  const send = (
    type: string,
    content: string | Buffer,
    { as = by, mapping = '', checkId = '', name = 'file.csv', accept = '*/*' } = {},
  ) => {
    const query = new URLSearchParams({ ...(mapping && { mapping }), ...(checkId && { checkId }) });
    const { headers, payload } = multipart({ name, type: 'text/csv', bytes: Buffer.from(content) });
    return server.call(as.token, tenantId, {
      method: 'POST',
      url: `/api/upload/${type}/unconfirmed?${query}`,
      headers: { ...headers, accept },
      payload,
    });
  };
  const confirm = (type: string, id: string, payload: object = {}) =>
    server.call(by.token, tenantId, { method: 'POST', url: `/api/upload/${id}/upload/${type}/true`, payload });
  /** Uploads and checks a file. */
  const checked = async (type: string, content: string, mapping = ''): Promise<UploadReport> => {
    const answer = await send(type, content, { mapping });
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    return answer.json<UploadReport>();
  };
  /** Uploads, checks and imports a file. */
  const imported = async (type: string, content: string, body: object = {}, mapping = ''): Promise<UploadReport> => {
    const report = await checked(type, content, mapping);
    expect(report.Errors).toEqual([]);
    const done = await confirm(type, report.Id, body);
    expect(done.statusCode, done.body.slice(0, 500)).toBe(200);
    return done.json<UploadReport>();
  };
  /** Previews undoing an upload, like the screen does, and then undoes it. Both responses must agree. */
  const undo = async (id: string, Reason: string) => {
    const url = `/api/upload/${id}/undo`;
    const requested = await server.call(by.token, tenantId, { method: 'GET', url });
    const done = await server.call(by.token, tenantId, { method: 'POST', url, payload: { Reason } });
    expect([requested.statusCode, requested.body.slice(0, 300)]).toEqual([
      done.statusCode,
      done.statusCode === 200 ? expect.stringContaining('"Notes"') : done.body.slice(0, 300),
    ]);
    return done;
  };
  return { send, checked, confirm, imported, undo };
}
