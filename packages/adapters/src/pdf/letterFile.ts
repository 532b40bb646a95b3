import type { LetterTemplate } from '@carrara/domain/carry/letterTemplate';
import type { Readable } from 'node:stream';
import type { Letterhead } from './letterhead.ts';
import type { LetterRunHead } from './letterText.ts';

/** A run with the letterhead and the wording of its firm, for one letter or many. */
export interface LetterJob {
  readonly distribution: LetterRunHead;
  readonly head: Letterhead;
  readonly template: LetterTemplate;
}

export interface LetterFile {
  readonly name: string;
  readonly content: Readable;
}
