import type { Argument, Command, Option } from 'commander'

/** The completions of one command, such as `["load", "backfill"]`. */
export interface Words {
  readonly path: readonly string[]
  readonly commands: readonly Described[]
  readonly options: readonly Described[]
  /** Allowed values of its arguments, if limited. */
  readonly values: readonly string[]
  readonly choices: readonly { readonly option: string; readonly values: readonly string[] }[]
  /** Options that take a value. */
  readonly valued: readonly string[]
}

export interface Described {
  readonly word: string
  readonly description: string
}

/** All commands with their completions, the program itself first. */
export const listWords = (command: Command, path: readonly string[] = []): Words[] => {
  const options = command.options.filter(({ hidden }) => !hidden)
  const own: Words = {
    path,
    commands: command.commands.map((each) => ({ word: each.name(), description: each.description() })),
    options: [...options.flatMap(describe), { word: '--help', description: 'show help' }],
    values: command.registeredArguments.flatMap(({ argChoices }: Argument) => argChoices ?? []),
    choices: options.flatMap(({ long, argChoices }) => (long && argChoices ? [{ option: long, values: argChoices }] : [])),
    valued: options.flatMap(({ long, required, optional }) => (long && (required || optional) ? [long] : [])),
  }
  return [own, ...command.commands.flatMap((each) => listWords(each, [...path, each.name()]))]
}

const describe = ({ long, description }: Option): Described[] => (long ? [{ word: long, description }] : [])
