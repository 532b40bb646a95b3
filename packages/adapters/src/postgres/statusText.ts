import type { ListColumn } from './engine/lists/definition.ts';
import { codeText } from './engine/texts/text.ts';
import { type LifecycleName, findLifecycle, statusCodes } from '@carrara/contract/lifecycles';

/** Returns SQL for the text of a status, by the column with its code. */
export const statusText = (type: LifecycleName, at: string): string => codeText(at, findLifecycle(type).states);
/** Returns SQL for a status with its text, as records and lists return it. */
export const statusSql = (type: LifecycleName, at: string): string =>
  `jsonb_build_object('code', ${at}, 'description', ${statusText(type, at)})`;
/** Creates the column of a list's status, sorted in the order of its states. */
export const statusColumn = (type: LifecycleName): ListColumn => ({
  value: statusSql(type, 'b.status'),
  sort: `array_position(ARRAY['${statusCodes(type).join("', '")}'], b.status)`,
});
