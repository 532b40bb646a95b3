import { serverAnswersAgain } from '@carrara/ui/form';

let isSilent = false;

/** Nobody answered, or somebody in between who answers for nobody, or the server itself that it cannot at the moment. */
const isNoAnswer = (status: number | undefined): boolean =>
  status === undefined || status === 502 || status === 503 || status === 504;

/** Notes the status of an answer, none where nobody answered, so that what was said of a silence goes when it ends. */
export function noteAnswer(status: number | undefined): void {
  const wasSilent = isSilent;
  isSilent = isNoAnswer(status);
  if (wasSilent && !isSilent) serverAnswersAgain();
}
