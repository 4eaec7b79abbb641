/** What a session tells the game, as observables: its view, remote messages, notices, links that ended. */
import { BehaviorSubject, Subject } from 'rxjs';
import type { ActedMessage } from '../game.js';
import type { LinkEnd, PeerId } from '../peers.js';
import type { FrameListener } from './frame-pipe.js';
import type { Notice, Received } from './session.js';

/** A link that ended. */
export interface LinkEnding {
  readonly peer: PeerId;
  readonly end: LinkEnd;
  readonly sentence: string;
}

export class SessionStreams implements FrameListener {
  readonly received$ = new Subject<Received<object>>();
  readonly notice$ = new Subject<Notice>();
  readonly linkEnded$ = new Subject<LinkEnding>();
  readonly view$: BehaviorSubject<unknown>;
  readonly #early: Notice[] = [];

  constructor(view: unknown) {
    this.view$ = new BehaviorSubject(view);
  }

  view(view: unknown): void {
    if (view !== this.view$.value) this.view$.next(view);
  }

  received(message: ActedMessage): void {
    this.received$.next(message as never);
  }

  readonly notice = (notice: Notice): void => this.notice$.next(notice);

  /** Keeps a notice until {@link earlyNotices}: before the first frame nobody can be listening. */
  noticeEarly(notice: Notice): void {
    this.#early.push(notice);
  }

  earlyNotices(): void {
    while (this.#early.length > 0) this.notice(this.#early.shift() as Notice);
  }

  linkEnded(peer: PeerId, end: LinkEnd, sentence: string): void {
    this.linkEnded$.next({ peer, end, sentence });
    this.notice({
      kind: 'link-ended',
      peer,
      sentence: sentence || `The link to player ${peer} ended: ${end}.`,
    });
  }

  complete(): void {
    for (const subject of [this.view$, this.received$, this.notice$, this.linkEnded$]) subject.complete();
  }
}
