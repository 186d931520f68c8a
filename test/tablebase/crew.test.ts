import { expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { Crew } from '../../src/tablebase/crew.js';
import { CoreHand } from '../../src/tablebase/hand.js';
import type { Hand } from '../../src/tablebase/hand.js';

/** A hand whose sweeps end when the test says so. */
class SlowHand extends CoreHand {
  isSweeping = false;

  override async sweep(): Promise<void> {
    this.isSweeping = true;
    await new Promise((end) => setTimeout(end, 50));
    this.isSweeping = false;
  }
}

class FailingHand extends CoreHand {
  override sweep(): Promise<void> {
    return Promise.reject(new Error('no more'));
  }
}

async function crewWith(others: (core: Core) => readonly Hand[]): Promise<Crew> {
  const core = await Core.load('kalah', 3);
  core.reserve({ layers: 4, building: true });
  return new Crew(core, others(core));
}

it('a layer is given up only when no hand is at it any more', async () => {
  let slow: SlowHand | undefined;
  const crew = await crewWith((core) => {
    slow = new SlowHand(core, false);
    return [new FailingHand(core, false), slow];
  });
  await expect(crew.solve(0)).rejects.toThrow('no more');
  expect(slow!.isSweeping).toBe(false);
});

it('hands follow every reservation, each once', async () => {
  const followed: number[] = [];
  class Follower extends CoreHand {
    override follow(...args: Parameters<CoreHand['follow']>): Promise<void> {
      followed.push(args[0].reservation.layers);
      return super.follow(...args);
    }
  }
  const crew = await crewWith((core) => [new Follower(core, false)]);
  for (const layers of [4, 6]) {
    crew.core.reserve({ layers, building: true });
    crew.core.cover(-1);
    for (let layer = 0; layer <= layers; layer++) {
      await crew.solve(layer);
      crew.core.cover(layer);
    }
  }
  expect(followed).toEqual([4, 6]);
});
