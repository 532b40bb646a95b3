import type { MappedType } from '@carrara/contract/core/fileTypes';
import type { Mapping } from '@carrara/domain/platform/upload';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

export interface MappingHead {
  readonly applicationId: string;
  readonly fileType: MappedType;
  readonly name: string;
  readonly mapping: Mapping;
}
export interface StoredMapping extends MappingHead {
  readonly id: string;
  readonly rowVersion: number;
  readonly updatedDate: string;
  readonly updatedBy: string;
}

const columns = `m.id, m.row_version AS "rowVersion", m.application AS "applicationId", m.file_type AS "fileType", m.name,
  '{"rate": "PERCENT"}'::jsonb || m.mapping AS mapping,
  m.updated_at AS "updatedDate", ${personName('m.updated_by')} AS "updatedBy"`;

/** Returns the templates of a module, by file type and name. */
export const mappingTemplates = (tx: Transaction, applicationId: string): Promise<StoredMapping[]> =>
  tx.query(
    `SELECT ${columns} FROM mapping_template m WHERE m.tenant_id = $1 AND m.application = $2 ORDER BY m.file_type, lower(m.name)`,
    [tx.tenantId, applicationId],
  );

/** Returns a template by its id, or by its name and file type. */
export async function loadMappingTemplate(
  tx: Transaction,
  named: { readonly id: string } | { readonly fileType: string; readonly name: string },
): Promise<StoredMapping | undefined> {
  const [found] =
    'id' in named
      ? await tx.query<StoredMapping>(
          `SELECT ${columns} FROM mapping_template m WHERE m.tenant_id = $1 AND m.id = $2`,
          [tx.tenantId, named.id],
        )
      : await tx.query<StoredMapping>(
          `SELECT ${columns} FROM mapping_template m WHERE m.tenant_id = $1 AND m.file_type = $2 AND lower(m.name) = lower($3)`,
          [tx.tenantId, named.fileType, named.name],
        );
  return found;
}

/** Stores a new template, or replaces one. */
export async function storeMappingTemplate(
  tx: Transaction,
  id: string,
  { applicationId, fileType, name, mapping }: MappingHead,
  before: StoredMapping | undefined,
): Promise<void> {
  const rowVersion = (before?.rowVersion ?? 0) + 1;
  await tx.query(
    `INSERT INTO mapping_template (tenant_id, id, application, file_type, name, mapping, row_version, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $8, $9)
     ON CONFLICT (tenant_id, id) DO UPDATE SET name = excluded.name, mapping = excluded.mapping, row_version = excluded.row_version,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [tx.tenantId, id, applicationId, fileType, name, JSON.stringify(mapping), rowVersion, tx.now, tx.personId],
  );
  tx.record({
    operation: 'saveMappingTemplate',
    objectType: 'mappingTemplate',
    objectId: id,
    objectName: name,
    before: before ? { name: before.name, mapping: before.mapping } : null,
    after: { applicationId, fileType, name, mapping },
    rowVersion,
  });
}

export async function deleteMappingTemplate(
  tx: Transaction,
  operation: string,
  template: StoredMapping,
): Promise<void> {
  await tx.query('DELETE FROM mapping_template WHERE tenant_id = $1 AND id = $2', [tx.tenantId, template.id]);
  const { applicationId, fileType, name, mapping } = template;
  tx.record({
    operation,
    objectType: 'mappingTemplate',
    objectId: template.id,
    objectName: name,
    before: { applicationId, fileType, name, mapping },
    after: null,
  });
}
