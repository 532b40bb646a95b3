import { EmptyState } from '@carrara/ui/feedback';

/** Where nothing has been entered yet that a figure could be of. */
export const NoReportingData = ({ of }: { readonly of: 'fund' | 'investor' }) => (
  <EmptyState
    text={
      of === 'fund'
        ? 'There is no reporting data for this fund yet. It begins with the first commitment.'
        : 'There is no reporting data for this investor yet. It begins with the first commitment to a fund.'
    }
  />
);
