import {
  readAnnotatedType,
  isPayVisible,
  readableInPerformance,
  readablePapers,
  readableTypes,
} from '@carrara/adapters/postgres/platform/note/noteSubjects';
import type { Readable } from '@carrara/adapters/postgres/platform/note/notes';
import { moduleOfPath } from '@carrara/contract/core/modules';
import { type Application, hasPermission, type Permission } from '@carrara/contract/core/permissions';
import { recordTypes } from '@carrara/contract/core/registry';
import type { AnnotatedType } from '@carrara/contract/platform/note/note';
import type { RequestContext } from '../../core/operations.ts';

/**
 * Returns the types of records that this person may see, regardless of where notes and documents are stored, and those
 * visible in performance.
 */
function typesOf({ grants }: RequestContext) {
  const isPermitted = (permission: Permission) => hasPermission(grants, permission);
  return {
    types: readableTypes(isPermitted),
    inPerformance: readableInPerformance(isPermitted),
    papers: readablePapers(isPermitted),
  };
}

/** Returns the types of annotated records that this person may see in any module. */
export const readableRecords = (context: RequestContext): readonly AnnotatedType[] => {
  const { types, inPerformance } = typesOf(context);
  return [...types, ...inPerformance];
};

/**
 * True if compensation stores it with an employee. It needs the permission to read pay, and access to this employee's
 * pay.
 */
export const isPayRecord = (type: AnnotatedType, application: string | null | undefined): boolean =>
  application === 'comp' && type === 'employee';
/** Returns everything that the person may read, in any module. The database filters out invisible pay. */
export const allReadable = (context: RequestContext): Readable => ({
  types: typesOf(context).papers,
  canViewPay: hasPermission(context.grants, 'pay.view'),
});
/** Returns the same for one module's notes: those of pay for compensation, all others elsewhere. */
export const readableInModule = (context: RequestContext, application: Application | undefined): Readable =>
  application === 'comp'
    ? { ...allReadable(context), types: [] }
    : { types: typesOf(context).papers, canViewPay: false };

const ofPerformance: ReadonlySet<string | null | undefined> = new Set<Application>(['performance', 'performance-lp']);
/**
 * Returns the record type that notes and documents are requested for. Undefined if it doesn't exist or isn't
 * visible. People who see it only in performance can't read what other modules store with it.
 */
export async function recordLocation(
  context: RequestContext,
  id: string,
  application: Application | null | undefined,
): Promise<AnnotatedType | undefined> {
  if (application !== 'comp') {
    const { types, inPerformance } = typesOf(context);
    const isOpen = application == null || ofPerformance.has(application);
    return readAnnotatedType(context.tx, id, isOpen ? [...types, ...inPerformance] : types);
  }
  const canView = hasPermission(context.grants, 'pay.view') && (await isPayVisible(context.tx, id));
  return canView ? 'employee' : undefined;
}
/** True if the person may write notes and documents on such a record. */
export const mayWrite = ({ grants }: RequestContext, type: AnnotatedType, application: string): boolean =>
  !isPayRecord(type, application) || hasPermission(grants, 'pay.edit');

/**
 * Returns the default module for notes and documents of a record: the one that displays it, or performance for people
 * who see it only there.
 */
export const moduleOfRecord = (context: RequestContext, type: AnnotatedType): Application =>
  typesOf(context).types.includes(type) ? (moduleOfPath(recordTypes[type].address) ?? 'carry') : 'performance';
