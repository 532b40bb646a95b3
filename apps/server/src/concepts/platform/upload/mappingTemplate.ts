import { isCsv, type MappedType, mappedTypes } from '@carrara/contract/core/fileTypes';
import { mappingTemplates, type StoredMapping } from '@carrara/adapters/postgres/platform/upload/mappingTemplates';
import { csvRows, catchRefusal } from '@carrara/adapters/spreadsheet/read/csv';
import { type ReadRow, type ReadSheet, readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { modules } from '@carrara/contract/core/modules';
import { importFields } from '@carrara/contract/importFields';
import {
  type MappingSample,
  type mappingTemplateEndpoints,
  sampleRows,
} from '@carrara/contract/platform/upload/mappingTemplate';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { standardMapping } from '@carrara/domain/platform/upload';
import type { FileToRead } from '../../../files/fileToRead.ts';
import { mayHandle, moduleForFile } from '../../../core/importPermissions.ts';
import type { UploadTurns } from '../../../pool/uploadTurns.ts';
import { prepareThenRun, type Operations, type RequestContext } from '../../../core/operations.ts';
import {
  deleteMappingTemplate,
  mayNotImport,
  noSuchTemplate,
  readableTemplate,
  saveMappingTemplate,
} from '../../../usecases/platform/mappingTemplate.ts';

export interface MappingPorts {
  readonly turns: UploadTurns;
}
type Endpoints = typeof mappingTemplateEndpoints;

const may = (
  { grants }: RequestContext,
  fileType: MappedType,
  application: string,
  act: Parameters<typeof mayHandle>[2],
) => mayHandle(grants, { fileType, application }, act);

/** Returns the first rows of each sheet. */
async function sampleOf(file: FileToRead): Promise<Result<MappingSample, Failures>> {
  const sheets: Result<readonly ReadSheet[], Failures> = isCsv(file)
    ? await catchRefusal(async () => {
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

export function mappingTemplateOperations({ turns }: MappingPorts): Operations<Endpoints> {
  return {
    async listMappingTemplates(context, { params: { applicationId } }) {
      const stored = await mappingTemplates(context.tx, applicationId);
      const offered = mappedTypes.filter(
        (type) => modules[applicationId].importTypes.includes(type) && may(context, type, applicationId, 'upload.view'),
      );
      return ok(
        offered.flatMap((fileType) => {
          const own = stored.filter((storedMapping) => storedMapping.fileType === fileType);
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
      const found = await readableTemplate(context, id);
      return found ? ok(answerOf(found)) : noSuchTemplate();
    },
    async saveMappingTemplate(context, { params: { fileType }, body: { id, ...template } }) {
      const saved = await saveMappingTemplate(context, { ...template, id: id ?? undefined, fileType });
      return saved.map(answerOf);
    },
    async deleteMappingTemplate(context, { params: { id }, query: { rowVersion } }) {
      return (await deleteMappingTemplate(context, { id, rowVersion })).map((deleted) => ({ id: deleted }));
    },
    readMappingSample: prepareThenRun<Endpoints['readMappingSample'], MappingSample>({
      async prepare(read, { params: { fileType }, file }) {
        const firm = await read(async (context) =>
          moduleForFile(context.grants, fileType, undefined) ? ok(context.tenant.id) : mayNotImport(),
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
