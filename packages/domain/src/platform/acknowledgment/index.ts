/** The default acknowledgment text, used if the firm hasn't written its own. */
export const defaultWording = 'I have received this document.';

/** The questions before a document is released: whether recipients must acknowledge it, and with which text. */
export const acknowledgmentFields = {
  requiresAcknowledgment: { kind: 'boolean', title: 'Ask recipients to acknowledge it' },
  wording: { kind: 'longText', title: 'Text to acknowledge', help: `If blank: ${defaultWording}` },
} as const;
