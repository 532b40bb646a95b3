import type { DraftContent } from '@carrara/contract/carry/distributionDraft';
import { formatInstant } from '@carrara/ui/value';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { browserDrafts, type BrowserDraft } from './browserDrafts.ts';

/** What is typed is sent when nothing was typed for this long, and tried again after this long while the server is away. */
const pauseMilliseconds = 700;
const againMilliseconds = 5000;

export interface DraftPlace {
  readonly draftId: string;
  readonly personId: string;
  readonly tenantId: string;
  readonly distributionId: string | null;
  readonly basedOn: number | null;
}

export interface KeptDraft {
  /** In words, quietly: kept at the server and when, or only in this browser. */
  readonly text: string;
  /** Before a save: waits for what is under way and sends nothing more, so that no draft comes after the save that it belongs to. */
  readonly hold: () => Promise<void>;
  /** The save was refused: what is typed is kept again. */
  readonly resume: () => void;
  /** Saved: the browser forgets it too. */
  readonly done: () => void;
}

/**
 * Keeps what is typed: in the browser at once, at the server after a pause, from there gone out of the browser again. A closed page, an ended
 * session or a server that is away lose nothing.
 */
export function useKeptDraft(place: DraftPlace, content: DraftContent, isDirty: boolean): KeptDraft {
  const [keep] = useWrite('keepDistributionDraft');
  const [text, setText] = useState('');
  const [times, setTimes] = useState(0);
  const sent = useRef('');
  const isOver = useRef(false);
  // One after the other: an older text must not arrive after a newer one.
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const wanted = isDirty ? JSON.stringify(content) : '';
  const send = useEffectEvent(async (): Promise<void> => {
    const { draftId: id, distributionId, basedOn } = place;
    const answer = await keep({ body: { id, distributionId, basedOn, content: JSON.parse(wanted) as DraftContent } });
    setText(`Draft saved ${formatInstant(answer.updatedDate)}`);
  });
  const inBrowser = useEffectEvent((): BrowserDraft => ({ ...place, savedAt: new Date().toISOString(), content }));
  useEffect(() => {
    if (wanted === '' || isOver.current || sent.current === wanted) return;
    browserDrafts.put(inBrowser());
    let isLatest = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      // A save began during the pause: it takes the draft away.
      if (isOver.current) return;
      const sending = line.current.then(send, send);
      line.current = sending.catch(() => undefined);
      sending.then(
        () => {
          sent.current = wanted;
          // What was typed meanwhile is in the browser still.
          if (isLatest && !isOver.current) browserDrafts.remove(place.draftId);
        },
        () => {
          if (!isLatest) return;
          setText('Draft saved in this browser until the server is back');
          again = setTimeout(() => setTimes((before) => before + 1), againMilliseconds);
        },
      );
    }, pauseMilliseconds);
    return () => {
      isLatest = false;
      clearTimeout(timer);
      clearTimeout(again);
    };
  }, [wanted, times, place.draftId]);
  return {
    text: isDirty ? text : '',
    hold: async () => {
      isOver.current = true;
      await line.current;
    },
    resume: () => {
      isOver.current = false;
      setTimes((before) => before + 1);
    },
    done: () => {
      browserDrafts.remove(place.draftId);
    },
  };
}
