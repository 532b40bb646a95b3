import { expect } from 'vitest';
import { type AnswerOf, type BodyOf, type QueryOf, refusal } from './testClient.ts';
import type { TestPerson, TestServer } from './testServer.ts';

export type UploadReport = AnswerOf<'uploadFile'>;
type FileType = UploadReport['fileType'];

/** Returns the numbers of created, changed and unchanged records of the first kind. */
export const counts = ({ effects: [first] }: UploadReport) => [first?.created, first?.updated, first?.unchanged];
export const faults = ({ errors }: UploadReport) => errors.map(({ row, column, reason }) => [row, column, reason]);

type Mapping = BodyOf<'saveMappingTemplate'>['mapping'];

/** A mapping of the fields to these headings, for a file with the day before the month and a decimal comma. */
export const mappingOf = (headings: Readonly<Record<string, string>>, more: Partial<Mapping> = {}): Mapping => ({
  columns: Object.entries(headings).map(([field, heading]) => ({ field, heading })),
  fixed: [],
  codes: [],
  sign: 'TYPE',
  unit: '1',
  rate: 'PERCENT',
  dateOrder: 'DMY',
  decimalSign: ',',
  sheet: null,
  firstRow: 1,
  ...more,
});

/** Returns functions to upload files to one firm as a person. */
export function uploadClient(server: TestServer, tenantId: string, by: TestPerson) {
  const client = server.as(by, tenantId);
  /** Uploads and checks a file. */
  const checked = (
    fileType: FileType,
    content: string | Uint8Array<ArrayBuffer>,
    { as = by, name = 'file.csv', ...query }: QueryOf<'uploadFile'> & { as?: TestPerson; name?: string } = {},
  ) =>
    server.as(as, tenantId).uploadFile({
      params: { fileType },
      query,
      file: new File([content], name, { type: 'text/csv' }),
    });
  const confirm = (fileType: FileType, id: string, body: BodyOf<'confirmUpload'> = {}) =>
    client.confirmUpload({ params: { id, fileType, confirmed: 'true' }, body });
  /** Uploads, checks and imports a file. */
  const imported = async (fileType: FileType, content: string, body?: BodyOf<'confirmUpload'>, mapping?: string) => {
    const { id, errors } = await checked(fileType, content, mapping === undefined ? {} : { mapping });
    expect(errors).toEqual([]);
    return confirm(fileType, id, body);
  };
  /** Previews undoing an upload, like the screen does, and then undoes it. Both responses must agree. */
  const undo = async (id: string, reason: string) => {
    const params = { id };
    const outcome = (call: Promise<{ readonly notes: readonly string[] }>) =>
      call.then(
        ({ notes }) => Array.isArray(notes),
        () => refusal(call),
      );
    const previewed = await outcome(client.checkUndo({ params }));
    const done = client.undoUpload({ params, body: { reason } });
    expect(previewed).toEqual(await outcome(done));
    return done;
  };
  return { checked, confirm, imported, undo };
}
