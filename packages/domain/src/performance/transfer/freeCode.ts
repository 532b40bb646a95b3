const MAX_CODE_LENGTH = 50;

/**
 * Returns the code for a record that a transfer creates, which is the sender's. If that is in use, the sender's own
 * code comes before it; if that is in use too, a number follows. Case doesn't count.
 */
export function freeCode(code: string, senderCode: string | null, used: readonly (string | null)[]): string {
  const existing = new Set(used.map((usedCode) => usedCode?.toLowerCase()));
  const isFree = (candidate: string) => !existing.has(candidate.toLowerCase());
  if (isFree(code)) return code;
  const prefixed = senderCode === null ? code : `${senderCode}-${code}`.slice(-MAX_CODE_LENGTH);
  let candidate = prefixed;
  for (let number = 2; !isFree(candidate); number += 1) {
    const suffix = `-${String(number)}`;
    candidate = `${prefixed.slice(0, MAX_CODE_LENGTH - suffix.length)}${suffix}`;
  }
  return candidate;
}
