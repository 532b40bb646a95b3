/** The number of codes created at once. New codes replace all earlier ones. */
export const recoveryCodeCount = 10;
/** The number of remaining codes at which the person is prompted to create new ones. */
export const fewRecoveryCodes = 3;

/** Excludes letters and digits that are easily confused. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 characters out of 31 are 79 bits, so a code can't be guessed from its hash. */
export const recoveryCodeLength = 16;
const groupOf = 4;

/** Formats a code in groups that are easy to copy from paper. */
export const displayedRecoveryCode = (code: string): string =>
  (code.match(new RegExp(`.{1,${groupOf}}`, 'g')) ?? []).join('-');

/** Normalizes a typed code, with or without hyphens and spaces, in either case; undefined if it can't be one. */
export function typedRecoveryCode(text: string): string | undefined {
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase();
  return new RegExp(`^[${recoveryAlphabet}]{${recoveryCodeLength}}$`).test(code) ? code : undefined;
}
