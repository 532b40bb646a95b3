import type { DraftContent } from '@carrara/contract/carry/run/distributionDraft';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { browserDrafts, type BrowserDraft } from './browserDrafts.ts';

/** Input is sent after a pause of this length, and sent again after the longer one while the server can't be reached. */
const pauseMilliseconds = 700;
const againMilliseconds = 5000;

export interface DraftLocation {
  readonly draftId: string;
  readonly personId: string;
  readonly tenantId: string;
  readonly distributionId: string | null;
  readonly basedOn: number | null;
}

export interface StoredDraft {
  /** A status text: stored on the server since when, or only in this browser. */
  readonly text: string;
  /** Runs before a save. Waits for requests that are under way and sends no more, so that no draft arrives after the save that it belongs to. */
  readonly pause: () => Promise<void>;
  /** Runs after a refused save. Input is stored as a draft again. */
  readonly resume: () => void;
  /** Runs after a save. Also removes the draft from the browser. */
  readonly done: () => void;
}

/**
 * Stores input as a draft: in the browser at once, and on the server after a pause. Once the server has it, the browser removes its copy. A closed
 * page, an ended session or an unavailable server therefore lose nothing.
 */
export function useStoredDraft(location: DraftLocation, content: DraftContent, isDirty: boolean): StoredDraft {
  const [save] = useWrite('storeDistributionDraft');
  const [text, setText] = useState('');
  const [times, setTimes] = useState(0);
  const sent = useRef('');
  const isOver = useRef(false);
  // Requests run one after another, because an older text must not arrive after a newer one.
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const serialized = isDirty ? JSON.stringify(content) : '';
  const send = useEffectEvent(async (): Promise<void> => {
    const { draftId: id, distributionId, basedOn } = location;
    const answer = await save({
      body: { id, distributionId, basedOn, content: JSON.parse(serialized) as DraftContent },
    });
    setText(`Draft saved ${formatInstant(answer.updatedDate)}`);
  });
  const inBrowser = useEffectEvent((): BrowserDraft => ({ ...location, savedAt: new Date().toISOString(), content }));
  useEffect(() => {
    if (serialized === '' || isOver.current || sent.current === serialized) return;
    browserDrafts.put(inBrowser());
    let isLatest = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      // A save that began during the pause removes the draft.
      if (isOver.current) return;
      const sending = line.current.then(send, send);
      line.current = sending.catch(() => undefined);
      sending.then(
        () => {
          sent.current = serialized;
          // Input typed during the request is still only in the browser.
          if (isLatest && !isOver.current) browserDrafts.remove(location.draftId);
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
  }, [serialized, times, location.draftId]);
  return {
    text: isDirty ? text : '',
    pause: async () => {
      isOver.current = true;
      await line.current;
    },
    resume: () => {
      isOver.current = false;
      setTimes((before) => before + 1);
    },
    done: () => {
      browserDrafts.remove(location.draftId);
    },
  };
}
