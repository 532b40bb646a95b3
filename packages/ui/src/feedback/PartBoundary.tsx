import { Component, type ReactNode } from 'react';
import { ErrorState } from './states.tsx';

export interface PartBoundaryProps {
  /** Draws the part. A failure affects only this part, not the page around it. */
  readonly draw: () => ReactNode;
}

const Part = ({ draw }: PartBoundaryProps) => draw();

/** Replaces a part that fails to draw by a message and a retry button. The form around it keeps its input. */
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
        message="This part stopped working because of an error in the product. Anything you typed is kept."
        details={failure.message}
        onRetry={() => this.setState({ failure: undefined })}
      />
    );
  }
}
