import { type LifecycleName, lifecycleOf } from '@carrara/contract/lifecycles';

/** The text of a state in SQL, by the column that holds its code. */
export const statusText = (type: LifecycleName, at: string): string =>
  `CASE ${at} ${Object.entries(lifecycleOf(type).states)
    .map(([code, text]) => `WHEN '${code}' THEN '${text}'`)
    .join(' ')} END`;
