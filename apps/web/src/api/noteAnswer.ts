import { serverAnswersAgain } from '@carrara/ui/form';

let isSilent = false;

/** Notes the status of an answer, none where nobody answered, so that what was said of a silence goes when it ends. A gateway answers for nobody. */
export function noteAnswer(status: number | undefined): void {
  if (status === 502 || status === 503 || status === 504) return;
  if (isSilent && status !== undefined) serverAnswersAgain();
  isSilent = status === undefined;
}
