import { RollcallError } from '@rollcall/client'
import { AppError, ConfigError, DataDirInUseError, ImportRefused } from '@rollcall/server'
import { CommanderError } from 'commander'

/** Says what went wrong, in words for people where we know them, and gives the exit status. */
export const explainFailure = (error: unknown): number => {
  // Commander has printed its message already; help and version end this way too, with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof ImportRefused) return explainFaults(error)
  const isExpected = [AppError, ConfigError, DataDirInUseError, RollcallError].some((kind) => error instanceof kind)
  if (isExpected) console.error(`rollcall: ${(error as Error).message}`)
  else console.error('rollcall:', error)
  return 1
}

const explainFaults = ({ faults }: ImportRefused): number => {
  console.error(`rollcall: the file has ${faults.length} fault${faults.length === 1 ? '' : 's'}; nothing was changed.`)
  for (const { pointer, message } of faults) console.error(`  ${pointer || '/'}: ${message}`)
  return 1
}
