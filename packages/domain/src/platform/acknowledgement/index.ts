/** What a reader acknowledges where the firm words nothing else. */
export const usualWording = 'I have received this document and taken note of it.';

/** What is asked before a document is released: whether its recipients are to acknowledge it, and in which words. */
export const acknowledgementFields = {
  asksAcknowledgement: { kind: 'boolean', title: 'Ask recipients to acknowledge it' },
  wording: { kind: 'longText', title: 'What they acknowledge', help: `Blank: ${usualWording}` },
} as const;
