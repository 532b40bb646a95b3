import { Banner } from '@carrara/ui/feedback';

export interface TextsProps {
  readonly tone: 'bad' | 'warn';
  readonly lead?: string;
  readonly texts: readonly string[];
}

/** What there is to know, each text once; nothing without any. */
export function Texts({ tone, lead, texts }: TextsProps) {
  if (texts.length === 0) return null;
  return (
    <Banner tone={tone}>
      {lead}
      <ul>
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}
