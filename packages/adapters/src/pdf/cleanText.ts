/** Text of which every letter is in the first font. */
export const PLAIN = /^[\u0020-\u007e]*$/;

/**
 * Text as it can be set. Composed where marks follow a letter: fonts have more composed letters than marks to put on top. Without what is not
 * seen and could turn the reading of what follows, such as a change of direction; only what keeps Arabic letters apart stays. Variation
 * selectors go: the letter itself is what they vary.
 */
export const clean = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replace(/[\p{L}\p{N}]\p{M}+|[\u1100-\u11ff]+/gu, (letter) => letter.normalize('NFC'))
        .replace(/[\p{Cc}\s]/gu, ' ')
        .replace(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '')
        .replace(/(\p{Script=Arabic})[\u200c\u200d]+|[\p{Cf}\p{Cs}]/gu, (whole, letter: string | undefined) =>
          letter ? whole : '',
        );
