import {
  storeUndoneVersion,
  recordsOfUpload,
  type UploadRecord,
} from '@carrara/adapters/postgres/platform/upload/uploadRecords';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../core/operations.ts';
import type { Importer } from '../usecases/platform/importer.ts';

type Done = Promise<Result<unknown, Failures>>;
/** Functions to undo a record type. */
export interface UndoneKind {
  /** Returns the record's current version. Undefined if it doesn't exist or isn't visible. */
  version(context: RequestContext, id: string): Promise<number | undefined>;
  /** Returns what depends on a record that the file created or changed. */
  blockers?(context: RequestContext, record: UploadRecord): Promise<readonly string[]>;
  /** Removes references between records of the same file, before any of them is undone. */
  loosen?(context: RequestContext, record: UploadRecord): Done;
  remove(context: RequestContext, id: string, how: { readonly rowVersion: number; readonly reason: string }): Done;
  restore(context: RequestContext, before: object, rowVersion: number): Done;
  /** True if `remove` reverses the record, which stays. */
  readonly isReversed?: true;
}

/** Maximum number of names listed. Further ones are only counted. */
const mostNamed = 20;

/** Shortens failures to the first ones and the number of the others. */
const named = (failures: Failures): Failures =>
  failures.length <= mostNamed
    ? failures
    : [
        ...failures.slice(0, mostNamed),
        fail('BUILT_UPON', [], `And ${(failures.length - mostNamed).toLocaleString('en')} more.`),
      ];

/**
 * Undoes a file: deletes the records that it created and restores those that it changed, last first. Works only if
 * nobody has changed any of them since.
 *
 * Fails: WRONG_STATE (nothing is recorded about it), BUILT_UPON for each record that prevents it.
 */
export const undoRecords =
  (kinds: Readonly<Record<string, UndoneKind>>): NonNullable<Importer['undo']> =>
  async (context, uploadId, { reason }) => {
    const records = (await recordsOfUpload(context.tx, uploadId)).toReversed();
    // Earlier versions didn't record it either.
    if (records.length === 0)
      return err([
        fail('WRONG_STATE', [], 'There is no record of what this file created or changed, so it can’t be undone.'),
      ]);
    const kindOf = ({ objectType }: UploadRecord) => {
      const kind = kinds[objectType];
      if (!kind) throw new Error(`nothing reverses a ${objectType}`);
      return kind;
    };
    const against: Failures[number][] = [];
    const deletedIds = new Set<string>();
    for (const record of records) {
      const { objectId, objectName, versionBefore, versionAfter, laterFile } = record;
      const builtUpon = (text: string) => void against.push(fail('BUILT_UPON', [], `${objectName}: ${text}`));
      const version = await kindOf(record).version(context, objectId);
      if (version === undefined) {
        // A record that the file created and somebody deleted since needs no undo.
        if (versionBefore === null) deletedIds.add(objectId);
        else builtUpon('it no longer exists, or you can’t see it.');
      } else if (version !== versionAfter)
        builtUpon(
          laterFile === null
            ? 'it has been changed since.'
            : `the later file ${laterFile} has changed it. Undo that one first.`,
        );
      else
        for (const blocker of (await kindOf(record).blockers?.(context, record)) ?? [])
          builtUpon(`${blocker} depend on it.`);
    }
    if (against.length > 0) return err(named(against));
    const remaining = records.filter(({ objectId }) => !deletedIds.has(objectId));
    const count = (uploadRecords: readonly UploadRecord[]) =>
      `${uploadRecords.length.toLocaleString('en')} ${uploadRecords.length === 1 ? 'record' : 'records'}`;
    const [created, changed] = [
      remaining.filter(({ before }) => before === null),
      remaining.filter(({ before }) => before !== null),
    ];
    const deleted = created.filter((record) => !kindOf(record).isReversed);
    const reversed = created.filter((record) => kindOf(record).isReversed);
    return ok({
      notes: [
        ...(deleted.length > 0 ? [`${count(deleted)} created by this file: removed.`] : []),
        ...(reversed.length > 0
          ? [`${count(reversed)} created by this file: reversed. They stay, with an amount of 0.00.`]
          : []),
        ...(changed.length > 0 ? [`${count(changed)} changed by this file: restored.`] : []),
        ...(deletedIds.size > 0
          ? [`${deletedIds.size.toLocaleString('en')} created by this file: already deleted.`]
          : []),
      ],
      figures: [],
      async carryOut() {
        const steps = [
          ...remaining.map((record) => [record, () => kindOf(record).loosen?.(context, record)] as const),
          ...remaining.map((record) => [record, () => withdraw(context, kindOf(record), record, reason)] as const),
        ];
        for (const [{ objectName }, step] of steps) {
          const done = await step();
          if (done?.isErr())
            return err(done.error.map(({ detail }) => fail('BUILT_UPON', [], `${objectName}: ${detail}`)));
        }
        for (const record of changed) {
          const version = await kindOf(record).version(context, record.objectId);
          if (version !== undefined) await storeUndoneVersion(context.tx, uploadId, record.objectId, version);
        }
        return ok({ alsoNotifies: [], following: [] });
      },
    });
  };

async function withdraw(context: RequestContext, kind: UndoneKind, record: UploadRecord, reason: string): Done {
  const { objectId, before } = record;
  const rowVersion = await kind.version(context, objectId);
  if (rowVersion === undefined) return err([fail('BUILT_UPON', [], 'it no longer exists.')]);
  return before === null
    ? kind.remove(context, objectId, { rowVersion, reason })
    : kind.restore(context, before, rowVersion);
}
