/** So many are given at once; new ones replace them all. */
export const recoveryCodesGiven = 10;
/** When so few are left the person is told to make new ones. */
export const recoveryCodesLow = 3;

/** Without letters and digits that are taken for each other. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 of 31 characters are 79 bits: no hash of such a code can be guessed back. */
export const recoveryCodeLength = 16;
const groupOf = 4;

/** A code as it is shown: in groups that can be copied from paper. */
export const shownRecoveryCode = (code: string): string =>
  (code.match(new RegExp(`.{1,${groupOf}}`, 'g')) ?? []).join('-');

/** A code as it was typed, with or without hyphens and blanks, in either case; undefined where it cannot be one. */
export function typedRecoveryCode(text: string): string | undefined {
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase();
  return new RegExp(`^[${recoveryAlphabet}]{${recoveryCodeLength}}$`).test(code) ? code : undefined;
}
