/** The claims as a page of Markdown: what was found of each, by source. */
import { claimText } from '../claims/checks.js';
import type { Claims, Source } from '../claims/claims.js';
import { VERDICTS } from '../claims/finding.js';
import type { Checked } from '../claims/run.js';
import { count } from './figures.js';

export interface ReportOptions {
  readonly budget: number;
  readonly only?: string | undefined;
  readonly file?: string | undefined;
}

export function claimsReport(
  checked: readonly Checked[],
  { sources }: Claims,
  options: ReportOptions,
): string {
  const bySource = new Map<string, Checked[]>();
  for (const one of checked) {
    const [source = ''] = one.claim.sources;
    bySource.set(source, [...(bySource.get(source) ?? []), one]);
  }
  const sections = [...bySource].map(([id, found]) => sectionText(sources.get(id)!, found));
  return [headText(checked, options), ...sections].join('\n\n');
}

function headText(checked: readonly Checked[], { budget, only, file }: ReportOptions): string {
  const named = [
    ...(only === undefined ? [] : [`--only ${only}`]),
    ...(file === undefined ? [] : [`--file ${file}`]),
  ];
  const command = ['granary claims', `--budget ${budget}`, ...named, '--markdown'].join(' ');
  const counts = VERDICTS.map((verdict) => [
    verdict,
    count(checked.filter((one) => one.verdict === verdict).length),
  ]);
  return `# Claims

Made by \`${command}\`. A claim is confirmed or refuted only by what that run has computed; half right
means that the part which is said of it is; what is out of reach of the budget comes with all that was proven of it, and,
where there is one, an estimate of what it would take. Scores are for the side that moves first, with best play, its
store minus the other's. A start (m,n) is m pits a side and n seeds in each.

${table(['verdict', 'claims'], counts)}`;
}

function sectionText(source: Source, found: readonly Checked[]): string {
  const { author, title, year, where } = source;
  const by = [...(author === undefined ? [] : [author]), title].join(': ');
  const rows = found.map(({ claim, verdict, found, estimate }) => {
    const at = claim.at === undefined ? '' : ` (${claim.at})`;
    const more = estimate === undefined ? '' : `; estimate: ${estimate}`;
    return [claim.id, claim.rules ?? 'any', claimText(claim) + at, `**${verdict}**`, found + more];
  });
  const head = ['claim', 'rules', 'what it says', 'verdict', 'found'];
  const cells = rows.map(([id, rules, says, verdict, result]) => [
    id!,
    rules!,
    escaped(says!),
    verdict!,
    escaped(result!),
  ]);
  return `## ${escaped(by)}${year === undefined ? '' : `, ${year}`}\n\n${escaped(where)}\n\n${table(head, cells)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What Markdown would take for markup. */
function escaped(text: string): string {
  return text.replace(/[\\|*_<>`[\]]/g, '\\$&');
}
