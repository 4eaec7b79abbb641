/** How the links are doing: what a game is told at any time, and about once a second of frame time what is kept of it. */
import type { PeerId } from '../peers.js';
import type { Transport } from '../transports/transport.js';
import type { Links } from './links.js';
import type { LinkSample } from './observe.js';
import type { LinkStatus } from './session.js';

interface LinkSamplesOptions {
  readonly links: Links;
  readonly transport: Transport;
  readonly frameRate: number;
}

export class LinkSamples {
  readonly #options: LinkSamplesOptions;
  #nextFrame = 0;

  constructor(options: LinkSamplesOptions) {
    this.#options = options;
  }

  get statuses(): readonly LinkStatus[] {
    const { links, transport } = this.#options;
    return links.peers.map((peer) => ({
      peer,
      roundTripMs: links.roundTripMs(peer),
      backlog: transport.backlog(peer),
    }));
  }

  /** True about once a second; a long step brings it once. */
  isDue(frame: number): boolean {
    if (frame < this.#nextFrame) return false;
    this.#nextFrame = frame + this.#options.frameRate;
    return true;
  }

  /** All linked peers in a frame that found `inputs` waiting. */
  take(inputs: readonly { readonly peer: PeerId }[]): readonly LinkSample[] {
    return this.statuses.map(({ peer, roundTripMs, backlog }) => {
      const quality = this.#options.transport.quality(peer);
      return {
        peer,
        roundTripMs: roundTripMs ?? quality?.roundTripMs ?? null,
        loss: quality?.loss ?? null,
        backlog,
        queued: inputs.reduce((count, input) => count + (input.peer === peer ? 1 : 0), 0),
      };
    });
  }
}
