import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const ANSWER_MS = 5_000
const CHECK = 'service'

interface Place {
  /** The address of the service that reports that it runs on the data folder, if there is one. */
  readonly baseUrl: string | undefined
  readonly config: Pick<Config, 'metricsToken' | 'dataDir'>
}

/** Checks from outside that the service on the data folder is healthy. It may be stopped on purpose. */
export const checkService = async ({ baseUrl, config }: Place): Promise<Finding[]> => {
  if (baseUrl === undefined) {
    return [warn(CHECK, 'No service runs on this data folder.', 'Start it with npx rollcall serve, unless it runs elsewhere.')]
  }
  const health = await answerOf(`${baseUrl}/healthz`)
  if (!health?.ok) {
    const remedy = 'Look at its log. If it was killed, start it again: it recovers by itself.'
    return [fail(CHECK, `The service at ${baseUrl} does not answer.`, remedy)]
  }
  const readiness = await answerOf(`${baseUrl}/readyz`)
  if (!readiness?.ok) {
    const remedy = 'Fix what the other lines name; it recovers by itself once the database answers.'
    return [fail(CHECK, `The service at ${baseUrl} runs, and is not ready.`, remedy)]
  }
  return [ok(CHECK, `The service at ${baseUrl} is ready.`), ...(await checkMetrics(baseUrl, config))]
}

const answerOf = (url: string, headers: Record<string, string> = {}): Promise<Response | undefined> =>
  fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined)

const checkMetrics = async (baseUrl: string, { metricsToken, dataDir }: Place['config']): Promise<Finding[]> => {
  const token = metricsToken ?? (await readFile(join(dataDir, 'metrics.token'), 'utf8').catch(() => '')).trim()
  const answer = await answerOf(`${baseUrl}/metrics`, { authorization: `Bearer ${token}` })
  if (!answer?.ok) {
    const remedy = 'Set ROLLCALL_METRICS_TOKEN here as for the service, or restore metrics.token of its data folder.'
    return [warn(CHECK, 'The metrics cannot be read with the token that is set.', remedy)]
  }
  return judgeMetrics(await answer.text())
}

/** The facts that only a running node knows and no database. */
export const judgeMetrics = (text: string): Finding[] => {
  const findings: Finding[] = []
  const forwarded = sumOf(text, 'rollcall_untrusted_forwarded_requests_total')
  if (forwarded > 0) {
    const found = `${forwarded} requests came with X-Forwarded-For from addresses that ROLLCALL_TRUST_PROXY does not name.`
    const remedy =
      'Where a reverse proxy stands in front, name its address: now all callers share it, and each other’s slow-down. Else a caller made it up.'
    findings.push(warn('proxy', found, remedy))
  }
  const prefixed = sumOf(text, 'rollcall_prefixed_requests_total')
  if (prefixed > 0) {
    const remedy = 'Give the service a host name of its own in the reverse proxy (docs/operators/deploying.md).'
    findings.push(warn('proxy', `${prefixed} requests came below a path prefix, where the service cannot be reached.`, remedy))
  }
  const refused = sumOf(text, 'rollcall_overload_refusals_total')
  if (refused > 0) {
    const remedy = 'See docs/operators/scaling.md: a larger pool, more nodes, or a faster database.'
    findings.push(warn(CHECK, `${refused} requests were refused because too much was waiting.`, remedy))
  }
  return findings
}

/** Sums up all labels. */
const sumOf = (text: string, name: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
