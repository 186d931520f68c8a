/** Positions drawn evenly from a layer, the same every time. */
import { makePosition } from '../position.js';
import type { Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';

const SEED = 0x2545f491;

export class Sample {
  private state = SEED;

  constructor(
    private readonly rules: RuleSetId,
    private readonly pits: number,
  ) {}

  /** One of all positions with so many seeds in the pits. */
  draw(seeds: number): Position {
    // So many seeds and walls between pits in a row: any choice of places for the walls is a position.
    const walls = 2 * this.pits - 1;
    const pits: number[] = [];
    let held = 0;
    let wallsLeft = walls;
    for (let placesLeft = seeds + walls; placesLeft > 0; placesLeft--) {
      if (this.below(placesLeft) >= wallsLeft) {
        held++;
        continue;
      }
      wallsLeft--;
      pits.push(held);
      held = 0;
    }
    pits.push(held);
    const south = pits.slice(0, this.pits);
    return makePosition({ south, north: pits.slice(this.pits) }, this.rules);
  }

  /** A whole number from 0, by xorshift. */
  private below(limit: number): number {
    let { state } = this;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.state = state;
    return Math.floor(((state >>> 0) / 2 ** 32) * limit);
  }
}
