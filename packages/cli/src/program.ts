import { Command } from 'commander'
import { accountsCommand } from './commands/accounts.ts'
import { attributesCommand } from './commands/attributes.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { horizonCommand } from './commands/horizon.ts'
import { importCommand } from './commands/import.ts'
import { investigateCommand } from './commands/investigate.ts'
import { keysCommand } from './commands/keys.ts'
import { lakeCommand } from './commands/lake.ts'
import { loadCommand } from './commands/load.ts'
import { orgCommand } from './commands/org.ts'
import { privacyCommand } from './commands/privacy.ts'
import { quarantineCommand } from './commands/quarantine.ts'
import { refreshCommand } from './commands/refresh.ts'
import { rotateSealingKeyCommand, rotateSigningKeyCommand } from './commands/rotate.ts'
import { sendCommand } from './commands/send.ts'
import { serveCommand } from './commands/serve.ts'
import { simulateCommand } from './commands/simulate.ts'
import { sourcesCommand } from './commands/sources.ts'
import { explainFailure } from './failure.ts'

const createProgram = (): Command =>
  new Command('rollcall')
    .description('Rollcall: a self-hosted workplace data service')
    // Options belong to the command that they follow: `refresh` and `refresh status` have some of the same name.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Environment:
  PORT                    port to listen on (4600)
  HOST                    address to listen on (0.0.0.0)
  DATABASE_URL            PostgreSQL to use; without it an embedded one runs in the data folder
  ROLLCALL_DATA_DIR       data folder (.rollcall)
  ROLLCALL_SECRET_KEY     32 bytes, base64 or hex, that seal the secrets of keys (made in the data folder); OLD,NEW while it changes
  ROLLCALL_METRICS_TOKEN  token that /metrics asks for (made in the data folder)
  ROLLCALL_POOL_SIZE      connections to PostgreSQL at most (10)
  ROLLCALL_CACHE_MIB      memory for compressed rows of datasets that were read lately, in MiB (64)
  ROLLCALL_TRUST_PROXY    reverse proxies in front: how many, or their addresses (none)
  ROLLCALL_NIGHTLY        on: at night this node plans and books for the coming days and refreshes the warehouse; off (on)
  ROLLCALL_LAKE_DIR       folder that gets published days as Parquet files (none)
  ROLLCALL_LAKE_S3        the same for a bucket: s3://bucket/prefix, with credentials as usual in AWS_* (none)
  ROLLCALL_LAKE_S3_ENDPOINT  address of a store other than Amazon's that speaks the S3 protocol
  ROLLCALL_LOG_LEVEL      fatal, error, warn, info, debug, trace or silent (info)

Environment of the commands that talk to a service from outside (load, investigate, send, simulate):
  ROLLCALL_URL            address of the service (that of the service or demo of the data folder)
  ROLLCALL_KEY_ID         key to use (one of the data folder that may do what is asked)
  ROLLCALL_KEY_SECRET     its secret
  ROLLCALL_INTO           where \`rollcall load\` keeps its copy

Exit status: 0 done, 1 failed, 2 wrong usage, 130 stopped by Ctrl+C.`,
    )
    .addCommand(serveCommand())
    .addCommand(demoCommand())
    .addCommand(doctorCommand())
    .addCommand(orgCommand())
    .addCommand(keysCommand())
    .addCommand(accountsCommand())
    .addCommand(rotateSigningKeyCommand())
    .addCommand(rotateSealingKeyCommand())
    .addCommand(importCommand())
    .addCommand(attributesCommand())
    .addCommand(horizonCommand())
    .addCommand(refreshCommand())
    .addCommand(lakeCommand())
    .addCommand(sourcesCommand())
    .addCommand(quarantineCommand())
    .addCommand(privacyCommand())
    .addCommand(sendCommand())
    .addCommand(simulateCommand())
    .addCommand(loadCommand())
    .addCommand(investigateCommand())

/** Added commands do not inherit these: without them, wrong usage of a subcommand would end with 1. */
const settle = (command: Command): void => {
  command.showHelpAfterError('(add --help for all options)').exitOverride()
  command.commands.forEach(settle)
}
/** Runs what the arguments say; what became of it is the exit status of this process. */
export const runCommand = async (args: readonly string[]): Promise<void> => {
  const program = createProgram()
  settle(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = explainFailure(error)
  }
}
