import type { Argument, Command, Option } from 'commander'

/** What may be typed after one command: `["load", "backfill"]`. */
export interface Words {
  readonly path: readonly string[]
  readonly commands: readonly Described[]
  readonly options: readonly Described[]
  /** Values of its arguments, where only some are allowed. */
  readonly values: readonly string[]
  readonly choices: readonly { readonly option: string; readonly values: readonly string[] }[]
  /** Options that are followed by a value. */
  readonly valued: readonly string[]
}

export interface Described {
  readonly word: string
  readonly description: string
}

/** All commands with what may follow them, the program itself first. */
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
