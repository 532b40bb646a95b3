import { codeText } from './engine/words/text.ts';
import { type LifecycleName, lifecycleOf } from '@carrara/contract/lifecycles';

/** Returns SQL for the text of a status, by the column with its code. */
export const statusText = (type: LifecycleName, at: string): string => codeText(at, lifecycleOf(type).states);
