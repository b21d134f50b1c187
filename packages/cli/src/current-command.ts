import type { Command } from 'commander'

/** The words of a command without those of the program, such as `keys create`. */
export const pathOf = (command: Command): string => (command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '')

let current = ''

/** The command that runs in this process: there is one. */
export const currentCommand = (): string => current

export const setCurrentCommand = (command: Command): void => {
  current = pathOf(command)
}
