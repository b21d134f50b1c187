import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { AUDITED_COMMANDS } from '../src/audited-commands.ts'
import { pathOf } from '../src/current-command.ts'
import { wholeProgram } from '../src/program.ts'

/** Commands that do something by themselves; those that only hold others print their help. */
const acting = (command: Command): Command[] => [
  ...(command.commands.length === 0 || command.name() === 'refresh' ? [command] : []),
  ...command.commands.flatMap(acting),
]

describe('the list of audited commands', () => {
  it('says of every command what it is in the audit log, or why it is nothing there', async () => {
    const commands = (await wholeProgram()).commands.flatMap(acting).map(pathOf)
    expect(Object.keys(AUDITED_COMMANDS).toSorted()).toEqual(commands.toSorted())
  })
})
