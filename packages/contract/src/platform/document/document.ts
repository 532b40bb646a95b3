import { z } from 'zod';
import {
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  idParams,
  listEndpoint,
  recordHead,
} from '../../core/endpoint.ts';
import { documentFileTypes } from '../../core/fileTypes.ts';
import { annotatedTypes, noteModuleQuery, sensitiveByRecord } from '../note/note.ts';
import { id, reference, requiredText, text } from '../../core/schema.ts';

const document = z.object({
  ...recordHead,
  name: z.string(),
  category: reference().nullable(),
  /** Present for an external document: a link instead of a file. */
  url: z.string().nullable(),
  fileType: z.enum(documentFileTypes),
  sizeBytes: z.int().nullable(),
  containerId: id(),
  objectType: z.enum(annotatedTypes),
  application: z.string(),
  /** True if it is included in the next transfer to the tenants of investors. */
  isReleased: z.boolean(),
  /** The data transfer that brought it. */
  transferId: id().nullable(),
});
/** The largest size of a record's files together that can be downloaded as a zip. */
export const mostZippedBytes = 2_000_000_000;
/** Records whose documents can be released to investors. */
export const releasedTypes = ['investor', 'fund', 'coinvestment'] as const;
const documentColumns = [
  { field: 'name', kind: 'text', title: 'Document' },
  { field: 'category', kind: 'reference', title: 'Category' },
  { field: 'fileType', kind: 'text', title: 'Type' },
  { field: 'sizeBytes', kind: 'count', title: 'Bytes' },
  { field: 'createdDate', kind: 'instant', title: 'Added' },
  { field: 'createdBy', kind: 'text', title: 'By' },
] as const;

export const documentEndpoints = defineEndpoints({
  getDocument: { ...getEndpoint('/api/document/:id', 'A document', 'document.view', document), ...sensitiveByRecord },
  listDocuments: {
    ...listEndpoint({
      path: '/api/document/:id/documents',
      title: 'Documents',
      permission: 'document.view',
      row: document,
      columns: documentColumns,
      defaultSort: { field: 'name', ascending: true },
      pageSize: 100,
      filters: noteModuleQuery,
      tags: ['Document'],
    }),
    params: idParams,
    ...sensitiveByRecord,
  },
  /** Reference data of the add dialog. metadataType is document-category; the id is the container's. */
  listDocumentMetadata: {
    method: 'GET',
    path: '/api/document/:id/:metadataType',
    summary: 'Document categories available for this record',
    permission: 'document.view',
    params: z.strictObject({ id: id(), metadataType: z.enum(['document-category']) }),
    query: z.strictObject(noteModuleQuery),
    result: z.array(reference()),
    tags: ['Reference'],
  },
  uploadDocument: {
    method: 'POST',
    path: '/api/document/upload/:relatedObject',
    summary: 'Upload a document',
    permission: 'document.edit',
    params: z.strictObject({ relatedObject: id() }),
    query: z.strictObject({
      objectType: z.enum(annotatedTypes),
      name: text().optional(),
      categoryId: id().optional(),
      ...noteModuleQuery,
    }),
    accepts: 'upload',
    result: document,
    ...sensitiveByRecord,
    failures: ['TOO_LARGE', 'STORAGE_FULL', 'TOO_MANY_FILES', 'NOT_FOUND'],
  },
  saveExternalDocument: {
    method: 'POST',
    path: '/api/document/external',
    summary: 'Add a link to a document stored elsewhere',
    permission: 'document.edit',
    body: z.strictObject({
      objectId: id(),
      objectType: z.enum(annotatedTypes),
      name: requiredText(200),
      categoryId: id().nullish(),
      url: z.url({ protocol: /^https?$/, error: 'isn’t a web address' }).max(2000),
      ...noteModuleQuery,
    }),
    result: document,
    ...sensitiveByRecord,
    failures: ['NOT_FOUND'],
  },
  downloadDocument: {
    method: 'GET',
    path: '/api/document/download/:id',
    summary: 'The file',
    permission: 'document.view',
    params: idParams,
    answers: 'file',
    offThread: false,
    sensitive: 'byFile',
    failures: ['FILE_MISSING', 'FILE_CHANGED'],
  },
  downloadDocuments: {
    method: 'GET',
    path: '/api/document/:id/files',
    summary: 'All files of a record in a zip, without links to documents elsewhere',
    permission: 'document.view',
    params: idParams,
    query: z.strictObject(noteModuleQuery),
    answers: 'file',
    sensitive: 'byFile',
    failures: ['FILE_MISSING', 'FILE_CHANGED', 'FILE_TOO_LARGE'],
  },
  releaseDocument: {
    method: 'POST',
    path: '/api/document/release',
    summary: 'Release a document of an investor or fund to investors with linked tenants, or hide it again',
    permission: 'dataTransfer.edit',
    body: z.strictObject({ id: id(), rowVersion: z.int(), isReleased: z.boolean() }),
    result: document,
    failures: ['NOT_FOUND', 'STALE_VERSION', 'CONDITION_NOT_MET'],
  },
  deleteDocument: deleteEndpoint('/api/document/delete/:id', 'Delete a document permanently', 'document.edit'),
});
export type Document = z.output<typeof document>;
