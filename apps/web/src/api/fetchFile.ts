import { type ApiFailure, failureOf, unavailable } from './failure.ts';

const brokenOff: ApiFailure = {
  status: 503,
  message: 'The file did not arrive whole. Please try again.',
  errors: [],
};

/** So long a file may wait for its turn; then a background task creates it. */
const waitSeconds = 5;

/**
 * A file that the server answers, whole. The browser itself would save a refusal as a file that failed, without a word why.
 *
 * Throws: an ApiFailure where the server refuses, does not answer, or stops in the middle.
 */
export async function fetchFile(address: string): Promise<{ readonly name: string; readonly content: Blob }> {
  const answer = await fetch(address, {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { Prefer: `wait=${waitSeconds}` },
  }).catch(() => {
    throw unavailable;
  });
  if (!answer.ok) throw await failureOf(answer);
  const content = await answer.blob().catch(() => {
    throw brokenOff;
  });
  return { name: fileNameIn(answer.headers.get('content-disposition') ?? ''), content };
}

/** The name that a header gives a file; in letters of every language where it has them. */
export function fileNameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
}
