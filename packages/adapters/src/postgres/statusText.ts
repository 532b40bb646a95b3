import { type LifecycleName, lifecycleOf } from '@carrara/contract/lifecycles';

/** Returns SQL for the text of a status, by the column with its code. */
export const statusText = (type: LifecycleName, at: string): string =>
  `CASE ${at} ${Object.entries(lifecycleOf(type).states)
    .map(([code, text]) => `WHEN '${code}' THEN '${text}'`)
    .join(' ')} END`;
