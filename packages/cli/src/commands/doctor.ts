import { examineService, type Finding } from '@rollcall/server'
import { Command } from 'commander'
import { print } from '../output.ts'

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('examine configuration, data folder, database and work of the service, whether it runs or not')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit status: 0 where nothing fails (warnings may be left), 1 where something does.')
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
  return [...lines, '', `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} wrong.`].join('\n')
}
