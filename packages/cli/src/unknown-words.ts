import type { Command, Option } from 'commander'
import { nearest } from './nearest.ts'

/**
 * Rejects an unknown option or subcommand before any other check. For `--form 2026-01-01` commander alone would say that `--from`
 * is missing. @throws CommanderError
 */
export const refuseUnknownWords = (program: Command, args: readonly string[]): void => {
  let command = program
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] as string
    if (arg === '--') return
    if (!/^-{1,2}[a-z]/i.test(arg)) {
      const named = command.commands.find((each) => each.name() === arg)
      if (!named && command.commands.length > 0 && command !== program) {
        if (arg === 'help') return
        throw unknownCommand(command, arg)
      }
      command = named ?? command
      continue
    }
    const flag = arg.split('=')[0] as string
    if (HELP.includes(flag) || (command === program && VERSION.includes(flag))) return
    const option = findOption(command, flag)
    if (!option) throw unknownOption(command, flag)
    if ((option.required || option.optional) && names(option).includes(arg)) index += 1
  }
}

const HELP = ['--help', '-h']
const VERSION = ['--version', '-V']

const names = ({ long, short }: Option): (string | undefined)[] => [long, short]

/** A short option may be directly followed by its value. */
const findOption = ({ options }: Command, flag: string): Option | undefined =>
  options.find(
    (option) =>
      names(option).includes(flag) || (option.short !== undefined && !flag.startsWith('--') && flag.startsWith(option.short)),
  )

const unknownOption = (command: Command, flag: string): never => {
  const known = [...command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])), '--help']
  const meant = nearest(flag, known)
  const hint = meant === undefined ? '' : `\n(Did you mean ${meant}?)`
  return command.error(`error: unknown option '${flag}'${hint}`, { code: 'commander.unknownOption', exitCode: 2 })
}

const unknownCommand = (command: Command, word: string): never => {
  const meant = nearest(
    word,
    command.commands.map((each) => each.name()),
  )
  const hint = meant === undefined ? '' : `\n(Did you mean ${meant}?)`
  return command.error(`error: unknown command '${word}'${hint}`, { code: 'commander.unknownCommand', exitCode: 2 })
}
