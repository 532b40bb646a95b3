import { type ApiFailure, readFailure, unavailable } from './failure.ts';

const brokenOff: ApiFailure = {
  status: 503,
  message: 'The download was incomplete. Please try again.',
  errors: [],
};

/** Seconds that a file may wait for its turn before a background job creates it. */
const waitSeconds = 5;

/**
 * Fetches a whole file. If the browser fetched it itself, a refusal would be saved as a failed file, without a reason.
 * Throws an ApiFailure if the server refuses, does not respond, or stops in the middle.
 */
export async function fetchFile(address: string): Promise<{ readonly name: string; readonly content: Blob }> {
  const answer = await fetch(address, {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { Prefer: `wait=${waitSeconds}` },
  }).catch(() => {
    throw unavailable;
  });
  if (!answer.ok) throw await readFailure(answer);
  const content = await answer.blob().catch(() => {
    throw brokenOff;
  });
  return { name: fileNameIn(answer.headers.get('content-disposition') ?? ''), content };
}

/** Returns the file name from a header, preferring the encoded form, which can hold letters of every language. */
export function fileNameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
}
