import { versionRequired } from '@carrara/adapters/postgres/engine/records/recordStore';
import {
  deleteMappingTemplate as deleteTemplate,
  loadMappingTemplate,
  storeMappingTemplate,
  type StoredMapping,
} from '@carrara/adapters/postgres/platform/upload/mappingTemplates';
import { err, fail, noSuch, ok } from '@carrara/domain/kernel';
import { importFields } from '@carrara/contract/importFields';
import { decideTemplate } from '@carrara/domain/platform/upload';
import { v7 as newId } from 'uuid';
import { mayHandle } from '../../core/importPermissions.ts';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, staleVersion } from '../outcome.ts';

type Context = Pick<RequestContext, 'tx' | 'grants'>;
type TemplateAct = Parameters<typeof mayHandle>[2];

export const noSuchTemplate = () => err([noSuch('mapping template')]);
export const mayNotImport = () =>
  err([fail('FORBIDDEN', [], 'You don’t have permission to import files of this kind into this module.')]);

/** Loads a template if the person may perform an action on it. */
export async function readableTemplate(
  { tx, grants }: Context,
  id: string,
  act: TemplateAct = 'upload.view',
): Promise<StoredMapping | undefined> {
  const found = await loadMappingTemplate(tx, { id });
  const isHandled = found && mayHandle(grants, { fileType: found.fileType, application: found.applicationId }, act);
  return isHandled ? found : undefined;
}

interface TemplateToSave extends Pick<StoredMapping, 'applicationId' | 'fileType' | 'name' | 'mapping'> {
  /** Undefined for a new template. */
  readonly id: string | undefined;
  readonly rowVersion?: number | null | undefined;
}

/**
 * Creates or changes a mapping template.
 *
 * Fails: FORBIDDEN, NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, and those of `decideTemplate`.
 */
export async function saveMappingTemplate(
  context: Context,
  { id, rowVersion, ...head }: TemplateToSave,
): Outcome<StoredMapping> {
  const { tx, grants } = context;
  const { fileType, applicationId: application, name, mapping } = head;
  if (!mayHandle(grants, { fileType, application }, 'upload.edit')) return mayNotImport();
  const before = id === undefined ? undefined : await readableTemplate(context, id, 'upload.edit');
  if (id !== undefined && before?.fileType !== fileType) return noSuchTemplate();
  if (before && rowVersion == null) return err([versionRequired]);
  if (before && rowVersion !== before.rowVersion) return staleVersion();
  const twin = await loadMappingTemplate(tx, { fileType, name });

  const decision = decideTemplate(before, mapping, importFields[fileType], twin);
  if (decision.isErr()) return err(decision.error);

  const stored = before?.id ?? newId();
  await storeMappingTemplate(tx, stored, head, before);
  const saved = await loadMappingTemplate(tx, { id: stored });
  return saved ? ok(saved) : noSuchTemplate();
}

/** Deletes a mapping template. Fails: NOT_FOUND, STALE_VERSION. */
export async function deleteMappingTemplate(
  context: Context,
  { id, rowVersion }: { readonly id: string; readonly rowVersion?: number | undefined },
): Outcome {
  const found = await readableTemplate(context, id, 'upload.delete');
  if (!found) return noSuchTemplate();
  if (rowVersion !== undefined && rowVersion !== found.rowVersion) return staleVersion();
  await deleteTemplate(context.tx, 'deleteMappingTemplate', found);
  return ok(id);
}
