import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import styles from './reasons.module.css';

/** A text with the names that it is about, as a list below it. */
interface TextWithNames {
  readonly text: string;
  readonly names: readonly string[];
}

export interface TextsProps {
  readonly tone: 'bad' | 'warn';
  readonly lead?: string;
  readonly texts: readonly (string | TextWithNames)[];
}

/** Displays each text once; nothing if there are none. */
export function Texts({ tone, lead, texts }: TextsProps) {
  if (texts.length === 0) return null;
  return (
    <Banner tone={tone}>
      {lead}
      <ul className={styles.list}>
        {[...new Set(texts)].map((text) =>
          typeof text === 'string' ? (
            <li key={text}>{text}</li>
          ) : (
            <li key={text.text}>
              {text.text}
              <ul className={styles.list}>
                {text.names.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </li>
          ),
        )}
      </ul>
    </Banner>
  );
}
