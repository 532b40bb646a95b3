import { required } from '@carrara/domain/kernel';

/** Text whose characters are all in the first font. */
export const PLAIN = /^[\u0020-\u007e]*$/;

/**
 * Prepares text for setting. Composes letters and marks, because fonts have more composed letters than marks to
 * position. Removes invisible characters that could change how the following text reads, such as direction marks, but
 * keeps those that separate Arabic letters. Removes variation selectors, since the base letter is readable without
 * them.
 */
export const cleanText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replace(/[\p{L}\p{N}]\p{M}+|[\u1100-\u11ff]+/gu, (letter) => letter.normalize('NFC'))
        .replace(/[\p{Cc}\s]/gu, ' ')
        .replace(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '')
        .replace(/(\p{Script=Arabic})[\u200c\u200d]+|[\p{Cf}\p{Cs}]/gu, (whole, letter: string | undefined) =>
          letter ? whole : '',
        );

export const codePointAt = (letter: string): number => required(letter.codePointAt(0), 'a letter');
