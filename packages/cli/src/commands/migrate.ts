import { readConfig, upgradeDatabase } from '@rollcall/server'
import { VERSION } from '@rollcall/server/version'
import { Command } from 'commander'

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('bring the database of DATABASE_URL to the data model of this version, as serve does when it starts')
    .addHelpText(
      'after',
      '\nRun it once before the nodes of a new version start, so that a failing migration stops the upgrade while the old ones serve.',
    )
    .action(async () => {
      const wasBehind = await upgradeDatabase(readConfig())
      console.log(
        wasBehind
          ? `The database has the data model of ${VERSION} now.`
          : `The database has the data model of ${VERSION} already.`,
      )
    })
