/** How long a mail waits after each refusal before it is tried again. */
const waitingMinutes = [1, 5, 30, 120, 720] as const;

/**
 * After how many minutes a mail is tried again that was refused so often; undefined when it has failed.
 *
 *     refused 1, 2, 3, 4, 5 times: 1, 5, 30, 120, 720 minutes; the sixth refusal is the last
 *
 * Every refusal counts alike, one that calls itself final too: a wrong password of the mail server reads like an address that is not there.
 *
 * Units:  `refusals` is a count from 1 on; answers minutes.
 */
export const minutesToRetry = (refusals: number): number | undefined => waitingMinutes[refusals - 1];
