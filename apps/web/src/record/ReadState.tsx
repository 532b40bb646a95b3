import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { failureText } from '../api/failure.ts';

interface ReadStateProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** The number of lines that stand for the content. */
  readonly lines?: number;
}

/** Stands for content that is being read, or that could not be read. */
export const ReadState = ({ error, onRetry, lines }: ReadStateProps) =>
  error ? (
    <ErrorState message={failureText(error)} onRetry={onRetry} />
  ) : (
    <LoadingState {...(lines === undefined ? {} : { lines })} />
  );
