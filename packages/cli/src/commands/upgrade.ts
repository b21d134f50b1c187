import { checkUpgrade } from '@rollcall/server'
import { VERSION } from '@rollcall/server/version'
import { Command } from 'commander'
import { findingsText } from '../findings.ts'
import { print } from '../output.ts'

export const upgradeCommand = (): Command =>
  new Command('upgrade').description('prepare the upgrade to this version').addCommand(checkCommand())

const checkCommand = (): Command =>
  new Command('check')
    .description('before this version first starts: can it take over the database, what will change, and is all well for it?')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nRun it with the new version, while the old one serves. It changes nothing.\nExit status: 0 if the upgrade can begin (there may be warnings), 1 otherwise.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await checkUpgrade()
      const isReady = findings.every(({ level }) => level !== 'fail')
      const verdict = isReady ? `Ready to upgrade to ${VERSION}.` : `Not ready to upgrade to ${VERSION}.`
      print(json, { version: VERSION, isReady, findings }, () => `${findingsText(findings)}\n${verdict}`)
      if (!isReady) process.exitCode = 1
    })
