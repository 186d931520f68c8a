/**
 * Playthroughs: whole games as text, each ply told by the plain rules. Rewrites those in `test/playthroughs/`
 * from their starts and the pits played, and keeps the lines that a person wrote.
 *
 *     npm run playthroughs
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { drawBoard } from '../src/cli/drawing.js';
import { exactOutcome, finalScore } from '../src/cli/outcome.js';
import { tellPly } from '../src/cli/telling.js';
import { formatPosition, parsePosition } from '../src/notation.js';
import { explain, isOver, legalPits, play, score } from '../src/position.js';
import type { Position } from '../src/position.js';

const FOLDER = new URL('../test/playthroughs/', import.meta.url);

/** What a playthrough is made from. */
export interface Game {
  readonly start: Position;
  /** Counted from 1. */
  readonly pits: readonly number[];
}

/** Whether a person wrote a line: a remark on what follows. */
export function isRemark(line: string): boolean {
  return line.startsWith('#');
}

export function gameOf(text: string): Game {
  const rules = /^rules (\S+)$/m.exec(text)?.[1] ?? '';
  const start = /^position (.+)$/m.exec(text)?.[1] ?? '';
  const pits = [...text.matchAll(/^play (\d+)$/gm)].map(([, pit]) => Number(pit));
  return { start: parsePosition(start, rules), pits };
}

/** The lines of a game that goes to its end, without remarks. */
export function linesOf({ start, pits }: Game): string[] {
  const lines = [`rules ${start.rules}`, ''];
  let position = start;
  for (const pit of pits) {
    lines.push(...boardLines(position), `legal ${legalPits(position).join(' ')}`, `play ${pit}`);
    lines.push(...tellPly(position, explain(position, pit)).map((sentence) => `  ${sentence}`), '');
    position = play(position, pit).position;
  }
  if (!isOver(position)) throw new Error(`the game goes on: ${formatPosition(position)}`);
  const result = exactOutcome(score(position), position.mover);
  return [...lines, ...boardLines(position), `result ${finalScore(position)}: ${result}`];
}

/** The playthrough written anew, each remark above the line that it stood above: a `play`, or the first. */
export function rewrite(text: string): string {
  const remarks = new Map<number, string[]>();
  let played = 0;
  let isBegun = false;
  for (const line of text.split('\n')) {
    const place = isBegun ? played : -1;
    if (isRemark(line)) remarks.set(place, [...(remarks.get(place) ?? []), line]);
    else if (line !== '') isBegun = true;
    if (line.startsWith('play ')) played++;
  }
  const lines = remarks.get(-1) ?? [];
  let next = 0;
  for (const line of linesOf(gameOf(text))) {
    if (/^(play|result) /.test(line)) lines.push(...(remarks.get(next++) ?? []));
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

function boardLines(position: Position): string[] {
  return [...drawBoard(position), `position ${formatPosition(position)}`];
}

/** The playthroughs, by their file names. */
export function files(): URL[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));
  return names.sort().map((name) => new URL(name, FOLDER));
}

if (process.argv[1] === import.meta.filename) {
  for (const file of files()) writeFileSync(file, rewrite(readFileSync(file, 'utf8')));
}
