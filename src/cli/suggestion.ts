/** The candidate that was most likely meant by a word that is none of them: the nearest, best with its first letter. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate) }))
    .filter(({ candidate, distance }) => distance <= 0.4 * candidate.length)
    .sort(
      (a, b) => a.distance - b.distance || misses(word, a.candidate) - misses(word, b.candidate),
    );
  return nearest?.candidate;
}

/** 1 if the first letters differ. */
function misses(word: string, candidate: string): number {
  return Number(word.charAt(0).toLowerCase() !== candidate.charAt(0));
}

/** Letters to insert, delete or replace to make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above[b.length]!;
}
