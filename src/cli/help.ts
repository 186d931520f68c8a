import type { Command } from 'commander';
import { UsageError } from './failure.js';
import { suggest } from './suggestion.js';

/** Commander's own help command prints all help, as an error, for a command that there is not. */
export function addHelp(program: Command): void {
  program
    .command('help')
    .description('print the help of a command')
    .argument('[command]', 'name of the command')
    .action((name: string | undefined) => {
      const command = name === undefined ? program : find(program, name);
      command.help();
    });
}

function find(program: Command, name: string): Command {
  const command = program.commands.find((one) => one.name() === name);
  if (command) return command;
  const meant = suggest(
    name,
    program.commands.map((one) => one.name()),
  );
  const hint = meant === undefined ? ' (see granary --help)' : `: did you mean ${meant}?`;
  throw new UsageError(`unknown command '${name}'${hint}`);
}
