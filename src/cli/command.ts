/** A command of the command line, and how it runs. Only this file imports commander. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { formatError, formatJsonError } from '../shared/format.ts';
import { printable } from '../shared/format-diagnostic.ts';
import { paintFor, runUntilStopped, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export type { Command };

/** Each is a file: its options, its help and its run. */
export interface CliCommand<Flags = object, Argument = undefined> {
  readonly name: string;
  /** Declares the options, the argument and the help. */
  declare(command: Command): Command;
  /** Prints the result. A failure is thrown. */
  run(flags: Flags, context: CommandContext, argument: Argument): Promise<ExitCode>;
}

export interface CommandContext extends ProcessContext {
  readonly stopping: Stopping;
}

interface CommandLine {
  readonly description: string;
  readonly version: string;
  /** Follows the lists of options and commands. */
  readonly help: string;
  /** In the order of `--help`. */
  readonly commands: readonly CliCommand<object, unknown>[];
}

/** @param args without the names of Node and of the script */
export async function runCommandLine(
  { description, version, help, commands }: CommandLine,
  args: readonly string[],
  context: ProcessContext,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('sitegen')
    .description(description)
    .version(version)
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(printable(withoutPasswords(text))),
    })
    .showHelpAfterError('Run sitegen --help for usage.');
  for (const command of commands) {
    const declared = command.declare(program.command(command.name));
    declared.action(async () => void (code = await runCommand(command, declared, context)));
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed its error; --help and --version also end like this, with exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    writeError(error, context);
    return 2;
  }
}

function runCommand(
  command: CliCommand<object, unknown>,
  declared: Command,
  context: ProcessContext,
): Promise<ExitCode> {
  const flags = declared.opts<{ json?: true }>();
  return runUntilStopped(context, async (stopping) => {
    try {
      return await command.run(flags, { ...context, stopping }, declared.processedArgs[0]);
    } catch (error) {
      if (flags.json) context.stdout.write(formatJsonError(error));
      throw error;
    }
  });
}

/** An argument that commander repeats in a message, such as `--endpoint ftp://user:secret@s3.example.net`. */
function withoutPasswords(text: string): string {
  return text.replaceAll(/\/\/[^\s/@]*@/g, '//');
}

export function writeError(error: unknown, { stderr }: Pick<ProcessContext, 'stderr'>): void {
  stderr.write(formatError(error, paintFor(stderr)));
}

/**
 * A parser for an option or an argument.
 *
 * @param read returns `undefined` for an invalid text
 * @param expected describes valid values in a sentence
 */
export function value<Value>(read: (text: string) => Value | undefined, expected: string): (text: string) => Value {
  return (text) => {
    const found = read(text);
    if (found === undefined) throw new InvalidArgumentError(expected);
    return found;
  };
}
