import { Component, type ReactNode } from 'react';
import { ErrorState } from './states.tsx';

export interface PartBoundaryProps {
  /** Draws the part; a failure of it is one of the part, not of what is round it. */
  readonly draw: () => ReactNode;
}

const Part = ({ draw }: PartBoundaryProps) => draw();

/** A part that fails to draw is replaced by a message and a second try; the form round it keeps what was typed. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly failure?: Error | undefined }> {
  override state: { readonly failure?: Error | undefined } = {};

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return <Part draw={this.props.draw} />;
    return (
      <ErrorState
        message={`This part stopped working: ${failure.message}. Anything you typed is kept.`}
        onRetry={() => this.setState({ failure: undefined })}
      />
    );
  }
}
