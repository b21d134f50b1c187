import { examineService } from '@rollcall/server'
import { Command } from 'commander'
import { findingsText } from '../findings.ts'
import { print } from '../output.ts'

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('check configuration, data folder, database and background work of the service, whether it runs or not')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit status: 0 if no check fails (there may be warnings), 1 otherwise.')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examineService()
      print(json, findings, () => findingsText(findings))
      if (findings.some(({ level }) => level === 'fail')) process.exitCode = 1
    })
