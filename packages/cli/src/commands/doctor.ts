import { examineService, type Finding } from '@rollcall/server'
import { Command } from 'commander'
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

const findingsText = (findings: readonly Finding[]): string => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ level, check, found, remedy }) => [
    `${level.padEnd(4)}  ${check.padEnd(width)}  ${found}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 8)}→ ${remedy}`]),
  ])
  const count = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length
  return [...lines, '', `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed.`].join('\n')
}
