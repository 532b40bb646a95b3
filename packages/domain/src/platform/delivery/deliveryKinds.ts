/** The kinds of delivered documents. */
export const deliveredKinds = { LETTER: 'Letter', STATEMENT: 'Statement of compensation' } as const;
export type DeliveredKind = keyof typeof deliveredKinds;

/** The events of a delivery, in chronological order. */
export const deliveryEvents = {
  RELEASED: 'Released',
  MAILED: 'Mailed',
  UNMAILED: 'Not mailed',
  OPENED: 'Opened',
  DOWNLOADED: 'Downloaded',
  ACKNOWLEDGED: 'Acknowledged',
  REMINDED: 'Reminded',
  SUPERSEDED: 'Superseded',
  WITHDRAWN: 'Withdrawn',
} as const;
export type DeliveryEvent = keyof typeof deliveryEvents;

/** Returns the name of a version of a document. */
export const nameOfVersion = (name: string, version: string): string => `${name}, version ${version}`;
