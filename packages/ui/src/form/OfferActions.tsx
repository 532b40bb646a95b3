import { Button } from '@mantine/core';

export interface OfferActionsProps {
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** The two answers to an offer of unsaved input, named alike in every editor. */
export const OfferActions = ({ onRestore, onDiscard }: OfferActionsProps) => (
  <>
    <Button size="compact-sm" onClick={onRestore}>
      Restore
    </Button>
    <Button size="compact-sm" variant="default" onClick={onDiscard}>
      Discard
    </Button>
  </>
);
