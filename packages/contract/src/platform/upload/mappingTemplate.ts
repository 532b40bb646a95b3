import {
  amountUnits,
  dateOrders,
  decimalSigns,
  rateUnits,
  type AmountUnit,
  type DateOrder,
  type DecimalSign,
  type RateUnit,
  type SignConvention,
  signConventions,
} from '@carrara/domain/platform/upload';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { mappedTypes } from '../../core/fileTypes.ts';
import { id, text } from '../../core/schema.ts';

const fileType = z.enum(mappedTypes);
const applicationId = z.enum(['carry', 'comp', 'performance']);
const codesOf = <K extends string>(all: Readonly<Record<K, string>>) => z.enum(Object.keys(all) as [K, ...K[]]);

const requiredText = () => text(200).trim().min(1, 'is required');
const field = () => text(50);
const mapping = z.strictObject({
  columns: z.array(z.strictObject({ heading: requiredText(), field: field() })).max(200),
  fixed: z.array(z.strictObject({ field: field(), value: requiredText() })).max(50),
  codes: z.array(z.strictObject({ field: field(), own: requiredText(), code: requiredText() })).max(1000),
  sign: codesOf<SignConvention>(signConventions),
  unit: codesOf<AmountUnit>(amountUnits),
  rate: codesOf<RateUnit>(rateUnits).default('PERCENT'),
  dateOrder: codesOf<DateOrder>(dateOrders),
  decimalSign: codesOf<DecimalSign>(decimalSigns),
  sheet: text(100).nullable(),
  firstRow: z.int().min(1).max(1000),
});

const template = z.object({
  /** Null for the built-in template. */
  id: id().nullable(),
  rowVersion: z.int().nullable(),
  fileType,
  applicationId: z.string(),
  name: z.string(),
  mapping,
  updatedDate: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
});
export type MappingTemplate = z.output<typeof template>;

const cell = z.object({
  column: z.int(),
  type: z.enum(['text', 'number', 'date', 'boolean', 'error']),
  text: z.string(),
});
const sample = z.object({
  sheets: z.array(z.object({ name: z.string(), rows: z.array(z.object({ row: z.int(), cells: z.array(cell) })) })),
});
export type MappingSample = z.output<typeof sample>;
/** The number of rows displayed while a file is being mapped. */
export const sampleRows = 25;

const tags = ['MappingTemplate'];

/** Templates that describe how to read external files, by file type, module and name. */
export const mappingTemplateEndpoints = defineEndpoints({
  listMappingTemplates: {
    method: 'GET',
    path: '/api/upload-history/:applicationId/templates',
    summary: 'A module’s mapping templates, including the built-in ones',
    permission: 'upload.view',
    params: z.strictObject({ applicationId }),
    result: z.array(template),
    tags,
  },
  getMappingTemplate: {
    method: 'GET',
    path: '/api/performance/mapping-template/:id',
    summary: 'A mapping template',
    permission: 'upload.view',
    params: idParams,
    result: template,
    tags,
  },
  saveMappingTemplate: {
    method: 'POST',
    path: '/api/upload-history/:fileType/save-template',
    summary: 'Save a mapping template',
    permission: 'upload.edit',
    params: z.strictObject({ fileType }),
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      applicationId: applicationId.default('performance'),
      name: text(100).trim().min(1, 'is required'),
      mapping,
    }),
    result: template,
    failures: ['STALE_VERSION', 'ROW_VERSION_REQUIRED', 'DUPLICATE', 'FIELD_NOT_OF_TYPE', 'REPEATED'],
    tags,
  },
  deleteMappingTemplate: {
    method: 'DELETE',
    path: '/api/performance/mapping-template/:id',
    summary: 'Delete a mapping template',
    permission: 'upload.delete',
    params: idParams,
    query: z.strictObject({ rowVersion: z.coerce.number().int().optional() }),
    result: z.object({ id: id() }),
    failures: ['STALE_VERSION'],
    tags,
  },
  /** Returns the first rows of a file unchanged, to create a mapping. Nothing is stored. */
  readMappingSample: {
    method: 'POST',
    path: '/api/performance/mapping-template/:fileType/sample',
    summary: 'Read the first rows of a file',
    permission: 'upload.edit',
    params: z.strictObject({ fileType }),
    accepts: 'upload',
    readOnly: true,
    result: sample,
    failures: ['FILE_NOT_READABLE', 'FILE_TOO_LARGE', 'TOO_MANY_FILES', 'FORBIDDEN'],
  },
});
