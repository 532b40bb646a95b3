import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import type { ImportFields } from './importField.ts';
import { type Mapping, mappingFailures } from './mapping.ts';

interface StoredTemplate {
  readonly id: string;
  readonly name: string;
}

/**
 * Decides on a new mapping template or an edited one. `twin` is the stored template of the same name.
 *
 * Fails: DUPLICATE, and those of `mappingFailures`.
 */
export function decideTemplate(
  before: Pick<StoredTemplate, 'id'> | undefined,
  mapping: Mapping,
  fields: ImportFields,
  twin: StoredTemplate | undefined,
): Result<Mapping, Failures> {
  const isInUse = twin !== undefined && twin.id !== before?.id;
  const failures = [
    ...mappingFailures(mapping, fields),
    ...(isInUse ? [fail('DUPLICATE', ['name'], `There is already a template '${twin.name}'.`)] : []),
  ];
  return failures.length > 0 ? err(failures) : ok(mapping);
}
