import type { uploadEndpoints } from '@carrara/contract/platform/upload/upload';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { fullName } from '../../engine/texts/personName.ts';

/** List of uploaded files, newest first. */
export const uploadList = defineListQuery<RowOf<typeof uploadEndpoints.listUploads>>({
  base: {
    table: 'upload_history',
    joins: { p: 'LEFT JOIN person p ON p.id = b.created_by' },
  },
  columns: {
    rowKey: { value: 'b.id' },
    mimeType: column('text', 'b.mime_type'),
    applicationId: column('text', 'b.application'),
    fileType: column('text', 'b.file_type'),
    name: column('text', 'b.name'),
    status: column(
      'text',
      `CASE b.status WHEN 'IMPORTED' THEN 'DONE' WHEN 'FAILED' THEN 'FAILED' WHEN 'UNDONE' THEN 'UNDONE' ELSE 'PENDING' END`,
    ),
    createdDate: column('instant', 'b.created_at'),
    createdBy: column('text', `coalesce(${fullName('p')}, '')`, ['p']),
  },
  filters: {
    application: condition('b.application = ?'),
    fileTypes: condition('b.file_type = ANY (?::text[])'),
    deleted: condition('(b.deleted_at IS NOT NULL) = ?::boolean'),
    deletedSince: condition('(b.deleted_at IS NULL OR b.deleted_at >= ?::timestamptz)'),
  },
  search: { text: 'lower(b.name)' },
  defaultSort: { field: 'createdDate', ascending: false },
});
