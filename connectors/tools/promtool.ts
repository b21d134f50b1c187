import { fileURLToPath } from 'node:url'
import type { Company } from './company.ts'
import { installPromtool } from './install.ts'
import { runProgram, tryProgram } from './programs.ts'
import type { Steps } from './report.ts'
import type { Tool } from './tool.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))

/** Remarks of `promtool check metrics` that stay, each for its reason. */
const ACCEPTED: ReadonlyMap<string, string> = new Map([
  ['rollcall_refresh_overdue_days use base unit "seconds" instead of "days"', 'Days of the calendar have no fixed length.'],
])

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''

const runPromtool = async ({ step }: Steps, { baseUrl, metricsToken }: Company, promtool: string): Promise<void> => {
  await step('the rules are valid', 'promtool check rules alert-rules.yml', async () => {
    const output = await runProgram(promtool, ['check', 'rules', '--lint=all', '--lint-fatal', 'alert-rules.yml'], {
      cwd: DEPLOY,
    })
    return lastLine(output)
  })
  await step('each alert fires when it should, and only then', 'promtool test rules alert-rules.test.yml', async () =>
    lastLine(await runProgram(promtool, ['test', 'rules', 'alert-rules.test.yml'], { cwd: DEPLOY })),
  )
  await step('the metrics are well formed', 'promtool check metrics < /metrics', async () => {
    const answer = await fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    if (!answer.ok) throw new Error(`/metrics answered ${answer.status}.`)
    const text = await answer.text()
    const { stdout, stderr } = await tryProgram(promtool, ['check', 'metrics'], { input: text })
    const remarks = `${stdout}${stderr}`.split('\n').filter((line) => line && !ACCEPTED.has(line))
    if (remarks.length > 0) throw new Error(remarks.join('; '))
    return `${text.split('\n').filter((line) => line.startsWith('# TYPE')).length} metrics`
  })
}

export const PROMTOOL: Tool = {
  name: 'promtool',
  about: 'the alert rules, their unit tests, and /metrics',
  run: async ({ report, company }) => {
    const promtool = await installPromtool()
    const title = `promtool ${promtool.version('promtool')}`
    await report.tool(title, async (steps) => runPromtool(steps, await company(), promtool.program('promtool')))
  },
}
