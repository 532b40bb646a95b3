/** The delay before the next attempt after each refusal of a mail. */
const waitingMinutes = [1, 5, 30, 120, 720] as const;

/**
 * Returns the number of minutes until a refused mail is tried again; undefined if it has failed.
 *
 *     refused 1, 2, 3, 4, 5 times: 1, 5, 30, 120, 720 minutes; the sixth refusal is the last
 *
 * Every refusal counts the same, even one marked as final, because a wrong password of the mail server looks like an unknown address.
 *
 * Units:  `refusals` is a count starting at 1; the result is in minutes.
 */
export const minutesToRetry = (refusals: number): number | undefined => waitingMinutes[refusals - 1];
