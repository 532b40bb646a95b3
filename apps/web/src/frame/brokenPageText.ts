/** The message of a page that stopped working. */
export const brokenPageText =
  'This page stopped working because of an error in the product. Nothing was saved. Anything you typed into a form is offered when you open it again.';

/** Returns the technical message of an error, for a report to support. */
export const errorDetails = (error: unknown): string | undefined =>
  (error instanceof Error && error.message.trim()) || undefined;
