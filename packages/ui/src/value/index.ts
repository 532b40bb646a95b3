export { formatDate, formatInstant, parseDateText } from './formatDate.ts';
export { dash, formatDecimal, isNegative, plainDecimal } from './formatDecimal.ts';
export { type DecimalRefusal, isRefusal, parseDecimalText } from './parseDecimalText.ts';
export { plainText } from './plainText.ts';
export { StatusBadge, type StatusBadgeProps, StatusTones, Tag, type Tone } from './StatusBadge.tsx';
export { Value, type ValueProps } from './Value.tsx';
export { referenceText, valueText } from './valueText.ts';
