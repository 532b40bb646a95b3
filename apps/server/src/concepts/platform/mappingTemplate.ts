import {
  deleteMappingTemplate,
  loadMappingTemplate,
  mappingTemplates,
  storeMappingTemplate,
  type StoredMapping,
} from '@carrara/adapters/postgres/platform/upload';
import { csvRows, type ReadRow, type ReadSheet, readWorkbook, refusalOf } from '@carrara/adapters/spreadsheet/read';
import { modules } from '@carrara/contract/core/modules';
import {
  type MappedType,
  mappedTypes,
  type MappingSample,
  type mappingTemplateEndpoints,
  sampleRows,
} from '@carrara/contract/platform/mappingTemplate';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { type ImportFields, mappingFailures, standardMapping } from '@carrara/domain/platform/upload';
import { v7 as newId } from 'uuid';
import { type FileToRead, isCsv } from '../../imports/fileToRead.ts';
import { mayHandle, moduleForFile } from '../../imports/importPermissions.ts';
import type { UploadTurns } from '../../imports/uploadTurns.ts';
import { inHalves, type Operations, type RequestContext } from '../../operations.ts';

export interface MappingPorts {
  readonly turns: UploadTurns;
  /** Columns of each kind of file. */
  readonly importFields: Readonly<Record<MappedType, ImportFields>>;
}
type Endpoints = typeof mappingTemplateEndpoints;

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no mapping template ${id}.`)]);
const forbidden = () =>
  err([fail('FORBIDDEN', [], 'You don’t have permission to import files of this kind into this module.')]);
const stale = (): Failures => [fail('STALE_VERSION', ['rowVersion'], '')];
const types = Object.keys(mappedTypes) as MappedType[];
const may = (
  { grants }: RequestContext,
  fileType: MappedType,
  application: string,
  act: Parameters<typeof mayHandle>[2],
) => mayHandle(grants, { fileType, application }, act);

/** Returns the first rows of each sheet. */
async function sampleOf(file: FileToRead): Promise<Result<MappingSample, Failures>> {
  const sheets: Result<readonly ReadSheet[], Failures> = isCsv(file)
    ? await refusalOf(async () => {
        const rows: ReadRow[] = [];
        for await (const row of csvRows(file.stream())) {
          rows.push(row);
          if (rows.length > sampleRows) break;
        }
        return [{ name: 'csv', rows }];
      })
    : await readWorkbook(await file.bytes());
  return sheets.map((all) => ({
    sheets: all.map(({ name, rows }) => ({
      name,
      rows: rows.slice(0, sampleRows + 1).map(({ row, cells }) => ({
        row,
        cells: cells.map(({ column, type, text }) => ({ column, type, text: text.slice(0, 400) })),
      })),
    })),
  }));
}

export function mappingTemplateOperations({ turns, importFields }: MappingPorts): Operations<Endpoints> {
  const readable = async (
    context: RequestContext,
    id: string,
    act: Parameters<typeof mayHandle>[2] = 'upload.view',
  ): Promise<StoredMapping | undefined> => {
    const found = await loadMappingTemplate(context.tx, { id });
    return found && may(context, found.fileType, found.applicationId, act) ? found : undefined;
  };
  return {
    async listMappingTemplates(context, { params: { applicationId } }) {
      const stored = await mappingTemplates(context.tx, applicationId);
      const offered = types.filter(
        (type) => modules[applicationId].importTypes.includes(type) && may(context, type, applicationId, 'upload.view'),
      );
      return ok(
        offered.flatMap((fileType) => {
          const own = stored.filter((one) => one.fileType === fileType);
          const isReplaced = own.some(({ name }) => name.toLowerCase() === 'standard');
          const mapping = standardMapping(importFields[fileType]);
          const shipped = {
            id: null,
            rowVersion: null,
            fileType,
            applicationId,
            name: 'Standard',
            mapping: { ...mapping, columns: [...mapping.columns], fixed: [], codes: [] },
            updatedDate: null,
            updatedBy: null,
          };
          return [...own.map(answerOf), ...(isReplaced ? [] : [shipped])];
        }),
      );
    },
    async getMappingTemplate(context, { params: { id } }) {
      const found = await readable(context, id);
      return found ? ok(answerOf(found)) : missing(id);
    },
    async saveMappingTemplate(context, { params: { fileType }, body }) {
      const { id, rowVersion, ...head } = body;
      if (!may(context, fileType, head.applicationId, 'upload.edit')) return forbidden();
      const before = id == null ? undefined : await readable(context, id, 'upload.edit');
      if (id != null && before?.fileType !== fileType) return missing(id);
      if (before && rowVersion == null) return err([fail('ROW_VERSION_REQUIRED', ['rowVersion'], '')]);
      if (before && rowVersion !== before.rowVersion) return err(stale());
      const wrong = mappingFailures(head.mapping, importFields[fileType]);
      const twin = await loadMappingTemplate(context.tx, { fileType, name: head.name });
      const isTaken = twin !== undefined && twin.id !== before?.id;
      const taken = isTaken ? [fail('DUPLICATE', ['name'], `There is already a template '${twin.name}'.`)] : [];
      if (wrong.length + taken.length > 0) return err([...wrong, ...taken]);
      const stored = before?.id ?? newId();
      await storeMappingTemplate(context.tx, stored, { ...head, fileType }, before);
      const saved = await loadMappingTemplate(context.tx, { id: stored });
      return saved ? ok(answerOf(saved)) : missing(stored);
    },
    async deleteMappingTemplate(context, { params: { id }, query }) {
      const found = await readable(context, id, 'upload.delete');
      if (!found) return missing(id);
      if (query.rowVersion !== undefined && query.rowVersion !== found.rowVersion) return err(stale());
      await deleteMappingTemplate(context.tx, 'deleteMappingTemplate', found);
      return ok({ id });
    },
    readMappingSample: inHalves<Endpoints['readMappingSample'], MappingSample>({
      async prepare(ask, { params: { fileType }, file }) {
        const firm = await ask(async (context) =>
          moduleForFile(context.grants, fileType, undefined) ? ok(context.tenant.id) : forbidden(),
        );
        return firm.isErr() ? err(firm.error) : turns.inTurn(firm.value, () => sampleOf(file));
      },
      run: async (_context, _input, sample) => ok(sample),
    }),
  };
}

const answerOf = ({ mapping, ...stored }: StoredMapping) => ({
  ...stored,
  mapping: { ...mapping, columns: [...mapping.columns], fixed: [...mapping.fixed], codes: [...mapping.codes] },
});
