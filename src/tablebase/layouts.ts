/** All ways to lay seeds into pits, numbered in the order of a dictionary: the last pit changes first. */
export class Layouts {
  /** `ways[k][n]` ways to lay n seeds into k pits. */
  private readonly ways: readonly (readonly number[])[];

  constructor(
    private readonly pits: number,
    private readonly seeds: number,
  ) {
    const ways = [[1, ...new Array<number>(seeds).fill(0)]];
    for (let k = 1; k <= pits; k++) {
      const fewer = ways[k - 1]!;
      // Either the first of the pits stays empty, or one seed goes into it and the others are laid.
      const row: number[] = [];
      for (let n = 0; n <= seeds; n++) row.push(fewer[n]! + (row[n - 1] ?? 0));
      ways.push(row);
    }
    this.ways = ways;
  }

  get count(): number {
    return this.ways[this.pits]![this.seeds]!;
  }

  /** Lays the seeds as number `index`, from 0, has it. */
  lay(index: number, into: number[]): void {
    let left = this.seeds;
    for (let pit = 0; pit < this.pits - 1; pit++) {
      const ways = this.ways[this.pits - 1 - pit]!;
      let here = 0;
      for (; index >= ways[left - here]!; here++) index -= ways[left - here]!;
      into[pit] = here;
      left -= here;
    }
    into[this.pits - 1] = left;
  }

  /** The number of a way, from 0: what `lay` takes. */
  indexOf(pits: readonly number[]): number {
    let left = this.seeds;
    let index = 0;
    for (let pit = 0; pit < this.pits - 1; pit++) {
      const ways = this.ways[this.pits - 1 - pit]!;
      for (let here = 0; here < pits[pit]!; here++) index += ways[left - here]!;
      left -= pits[pit]!;
    }
    return index;
  }
}
