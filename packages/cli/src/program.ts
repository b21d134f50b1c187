import { VERSION } from '@rollcall/server/version'
import { Command, CommanderError } from 'commander'
import { setCurrentCommand } from './current-command.ts'
import { refuseUnknownWords } from './unknown-words.ts'

/** In the order of the help. Commands are loaded on demand, because loading all of them dominates the run time of a small one. */
const COMMANDS: Record<string, () => Promise<() => Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  upgrade: async () => (await import('./commands/upgrade.ts')).upgradeCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  cells: async () => (await import('./commands/cells.ts')).cellsCommand,
  org: async () => (await import('./commands/org.ts')).orgCommand,
  keys: async () => (await import('./commands/keys.ts')).keysCommand,
  accounts: async () => (await import('./commands/accounts.ts')).accountsCommand,
  sso: async () => (await import('./commands/sso.ts')).ssoCommand,
  'rotate-signing-key': async () => (await import('./commands/rotate.ts')).rotateSigningKeyCommand,
  'rotate-sealing-key': async () => (await import('./commands/rotate.ts')).rotateSealingKeyCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  attributes: async () => (await import('./commands/attributes.ts')).attributesCommand,
  calendar: async () => (await import('./commands/calendar.ts')).calendarCommand,
  horizon: async () => (await import('./commands/horizon.ts')).horizonCommand,
  refresh: async () => (await import('./commands/refresh.ts')).refreshCommand,
  feed: async () => (await import('./commands/feed.ts')).feedCommand,
  lake: async () => (await import('./commands/lake.ts')).lakeCommand,
  sources: async () => (await import('./commands/sources.ts')).sourcesCommand,
  quarantine: async () => (await import('./commands/quarantine.ts')).quarantineCommand,
  privacy: async () => (await import('./commands/privacy.ts')).privacyCommand,
  send: async () => (await import('./commands/send.ts')).sendCommand,
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand,
  load: async () => (await import('./commands/load.ts')).loadCommand,
  investigate: async () => (await import('./commands/investigate.ts')).investigateCommand,
  completion: async () => {
    const { completionCommand } = await import('./commands/completion.ts')
    return () => completionCommand(wholeProgram)
  },
}

const DATA_OPTION = '--data'

/** The program without its commands. */
const createProgram = (): Command =>
  new Command('rollcall')
    .description('Rollcall: a self-hosted workplace data service')
    .version(VERSION, '-V, --version', 'print the version')
    .option(`${DATA_OPTION} <folder>`, 'data folder of the service, for this command; by default ROLLCALL_DATA_DIR')
    .on('option:data', (folder: string) => {
      process.env.ROLLCALL_DATA_DIR = folder
    })
    // Options belong to the command that they follow, because `refresh` and `refresh status` share option names.
    .enablePositionalOptions()
    .hook('preAction', (_program, command) => setCurrentCommand(command))
    .addHelpText(
      'after',
      `
Environment:
  PORT                    port to listen on (4600)
  HOST                    address to listen on (0.0.0.0, all networks; of the demo 127.0.0.1, this machine only)
  DATABASE_URL            PostgreSQL to use; without it an embedded one runs in the data folder
  ROLLCALL_DATA_DIR       data folder (.rollcall)
  ROLLCALL_SECRET_KEY     32 bytes, base64 or hex, that seal the secrets of keys (made in the data folder); OLD,NEW while it changes
  ROLLCALL_METRICS_TOKEN  token that /metrics asks for (made in the data folder)
  ROLLCALL_POOL_SIZE      connections to PostgreSQL at most (10)
  ROLLCALL_REPLICA_URL    a streaming replica of the database, for reads of the warehouse
  ROLLCALL_REPLICA_MAX_LAG  seconds that the replica may be behind; else the database itself is read (30)
  ROLLCALL_CACHE_MIB      memory for compressed rows of datasets that were read lately, in MiB (64)
  ROLLCALL_ORGANIZATION_SHARE  percent of a node that one organization may take while others are active (50)
  ROLLCALL_TRUST_PROXY    reverse proxies in front: how many, or their addresses (none)
  ROLLCALL_DRAIN_SECONDS  seconds to go on serving after SIGTERM, so that health checks of /readyz notice; 0 if none asks (10)
  ROLLCALL_NIGHTLY        on: at night this node plans and books for the coming days and refreshes the warehouse; off (on)
  ROLLCALL_READ_AHEAD     on: prepare recently published days for programs that read them; off (on)
  ROLLCALL_PUBLIC_URL     address at which people reach the web app: for links in mail, passkeys and single sign-on (none)
  ROLLCALL_SMTP_URL       mail server: smtp://user:password@host:port or smtps://… (none: nothing is mailed)
  ROLLCALL_MAIL_FROM      sender of mail, such as Rollcall <rollcall@example.com>
  ROLLCALL_SSO_ALLOW_HTTP  on: accept identity providers without HTTPS, for trials on one machine; off (off)
  ROLLCALL_LAKE_DIR       folder that gets published days as Parquet files (none)
  ROLLCALL_LAKE_S3        the same for a bucket: s3://bucket/prefix, with credentials as usual in AWS_* (none)
  ROLLCALL_LAKE_S3_ENDPOINT  address of an S3-compatible store other than Amazon's
  OTEL_EXPORTER_OTLP_ENDPOINT  OpenTelemetry collector for traces and metrics, with the other OTEL_* variables (none: nothing is sent)
  ROLLCALL_LOG_LEVEL      fatal, error, warn, info, debug, trace or silent (info)

Secrets may be in files instead: set DATABASE_URL_FILE, ROLLCALL_REPLICA_URL_FILE, ROLLCALL_SECRET_KEY_FILE,
ROLLCALL_METRICS_TOKEN_FILE or ROLLCALL_SMTP_URL_FILE to their paths.

Environment of the commands that talk to a service from outside (load, investigate, send, simulate):
  ROLLCALL_URL            address of the service (that of the service or demo of the data folder)
  ROLLCALL_KEY_ID         key to use (one of the data folder that may do what is asked)
  ROLLCALL_KEY_SECRET     its secret
  ROLLCALL_INTO           location of the copy of \`rollcall load\`

Exit status: 0 done, 1 failed, 2 wrong usage, 130 stopped by Ctrl+C.`,
    )

/** Added commands do not inherit these settings; without them, wrong usage of a subcommand would exit with 1. */
const settle = (command: Command): void => {
  command.showHelpAfterError('(add --help for all options)').exitOverride()
  command.commands.forEach(settle)
}

const HELP = [undefined, 'help', '--help', '-h']

/** The called command; all commands for help; otherwise their names alone, to which an unknown word is compared. */
const commandsFor = async (name: string | undefined): Promise<Command[]> => {
  if (HELP.includes(name)) return Promise.all(Object.values(COMMANDS).map(async (load) => (await load())()))
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return load ? [(await load())()] : Object.keys(COMMANDS).map((each) => new Command(each))
}

/** The complete command line, for completion and documentation. */
export const wholeProgram = async (): Promise<Command> => {
  const program = createProgram()
  for (const load of Object.values(COMMANDS)) program.addCommand((await load())())
  return program
}

/** `--data` may be anywhere, because it means the same for all commands. */
const dataFirst = (args: readonly string[]): string[] => {
  const index = args.findIndex((arg) => arg === DATA_OPTION || arg.startsWith(`${DATA_OPTION}=`))
  const end = args.indexOf('--')
  if (index < 1 || (end >= 0 && end < index)) return [...args]
  const length = args[index] === DATA_OPTION ? 2 : 1
  return [...args.slice(index, index + length), ...args.slice(0, index), ...args.slice(index + length)]
}

/** Commander has already printed its message; help and version also end this way, with 0. */
const explainUsage = ({ exitCode }: CommanderError): number => (exitCode === 0 ? 0 : 2)

/** Runs the command of the arguments and sets the exit status of the process. */
export const runCommand = async (given: readonly string[]): Promise<void> => {
  const args = dataFirst(given)
  const program = createProgram()
  const called = args[0]?.startsWith(DATA_OPTION) ? args.slice(args[0] === DATA_OPTION ? 2 : 1) : args
  for (const command of await commandsFor(called[0])) program.addCommand(command)
  settle(program)
  try {
    refuseUnknownWords(program, called)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode =
      error instanceof CommanderError ? explainUsage(error) : (await import('./failure.ts')).explainFailure(error)
  }
}
