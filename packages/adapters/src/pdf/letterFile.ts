import type { Readable } from 'node:stream';
import type { Letterhead } from './letterhead.ts';
import type { LetterRunHead } from './letterText.ts';

/** A run with whose letters it is, for a letter or many. */
export interface LetterJob {
  readonly distribution: LetterRunHead;
  readonly head: Letterhead;
}

export interface LetterFile {
  readonly name: string;
  readonly content: Readable;
}
