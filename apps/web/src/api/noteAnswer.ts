import { serverAnswersAgain } from '@carrara/ui/form/serverAnswers.ts';

let isSilent = false;

/** True if there was no response, if a proxy responded in place of the server, or if the server is temporarily unavailable. */
const isNoAnswer = (status: number | undefined): boolean =>
  status === undefined || status === 502 || status === 503 || status === 504;

/**
 * Records the status of a response, or undefined if there was none. The notice about a missing connection disappears when the server responds again.
 */
export function noteAnswer(status: number | undefined): void {
  const wasSilent = isSilent;
  isSilent = isNoAnswer(status);
  if (wasSilent && !isSilent) serverAnswersAgain();
}
