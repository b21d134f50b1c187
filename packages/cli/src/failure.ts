import { RollcallError } from '@rollcall/client'
import { DestinationError, DestinationUseError, LoadError } from '@rollcall/loader'
import {
  AppError,
  ConfigError,
  DataDirInUseError,
  EmbeddedPostgresUnavailableError,
  ImportRefused,
  LakeError,
} from '@rollcall/server/basics'
import { showWarnings } from './import-warnings.ts'
import { showControls } from './output.ts'
import { WrongUse } from './wrong-use.ts'

/** Prints the error, in a readable form if it is a known one, and returns the exit status. */
export const explainFailure = (error: unknown): number => {
  if (error instanceof WrongUse || error instanceof DestinationUseError) return explainWrongUse(error)
  if (error instanceof EmbeddedPostgresUnavailableError) {
    console.error(`rollcall: ${showControls(error.message)}`)
    return 2
  }
  if (error instanceof ImportRefused) return explainFaults(error)
  const message = knownMessage(error)
  if (message === undefined) console.error('rollcall:', error)
  else console.error(`rollcall: ${showControls(message)}`)
  return 1
}

/** A file or folder that the user named, or of the data folder: its path and the reason are in the message. */
const isOfFile = (error: unknown): error is Error => error instanceof Error && 'syscall' in error && 'path' in error

/** The message for an error that the user can fix; undefined for an internal error. */
export const knownMessage = (error: unknown): string | undefined => {
  if (error instanceof RollcallError) return withHint(error)
  if (isOfFile(error)) return `${error.message}.`
  const isExpected = [AppError, ConfigError, DataDirInUseError, DestinationError, LakeError, LoadError].some(
    (kind) => error instanceof kind,
  )
  return isExpected ? (error as Error).message : undefined
}

const withHint = ({ code, message }: RollcallError): string => {
  const hint = HINTS[code]
  if (!hint) return message
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${hint}${/[.!?]$/.test(hint) ? '' : '.'}`
}

/** What the user can do about an error of the service or the connection. */
const HINTS: Partial<Record<string, string>> = {
  network_error: 'Is it running, and is the address right? Set it with --url or ROLLCALL_URL',
  timeout: 'Is the address right? Set it with --url or ROLLCALL_URL',
  invalid_answer: 'Is this the address of the service? Set it with --url or ROLLCALL_URL',
  redirected: 'Set it with --url or ROLLCALL_URL',
  not_found: 'Is this the address of the service? Set it with --url or ROLLCALL_URL',
  http_404: 'Is this the address of the service? Set it with --url or ROLLCALL_URL',
  credentials_invalid: 'Set them with --key-id and --key-secret, or ROLLCALL_KEY_ID and ROLLCALL_KEY_SECRET',
  invalid_client: 'Set it with --key-id and --key-secret, or ROLLCALL_KEY_ID and ROLLCALL_KEY_SECRET',
  basic_not_enabled: 'Omit --auth, or use --auth hmac',
  hmac_not_enabled: 'Use --auth basic',
  role_not_allowed: 'See: rollcall keys create --help',
}

const explainWrongUse = ({ message }: Error): number => {
  console.error(`error: ${showControls(message)}\n(add --help for all options)`)
  return 2
}

const explainFaults = ({ faults, warnings }: ImportRefused): number => {
  console.error(`rollcall: the file has ${faults.length} error${faults.length === 1 ? '' : 's'}; nothing was changed.`)
  for (const { pointer, message } of faults) console.error(showControls(`  ${pointer || '/'}: ${message}`))
  showWarnings(warnings)
  return 1
}
