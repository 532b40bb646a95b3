import type { LetterTemplate } from '@carrara/domain/carry/letterTemplate';
import type { Readable } from 'node:stream';
import type { Letterhead } from './letterhead.ts';
import type { LetterRunHead } from './letterText.ts';

/** A run with its firm's letterhead and template, for one or more letters. */
export interface LetterJob {
  readonly distribution: LetterRunHead;
  readonly head: Letterhead;
  readonly template: LetterTemplate;
  /** Date on which the letters are created. */
  readonly today: string;
}

export interface LetterFile {
  readonly name: string;
  readonly content: Readable;
}
