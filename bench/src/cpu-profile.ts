/** The fields of a Node --cpu-prof profile that are read here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[]
}

const FUNCTIONS = 30
const IDLE = new Set(['(idle)', '(root)'])

/** `packages/server/ingest`, `fastify`, `node:net`, `(program)`. */
const packageOf = (url: string): string => {
  if (url === '') return 'V8 and Node'
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1]
  if (dependency) return dependency
  return (
    /(packages\/\w+)\/src\/(?:(\w[\w-]*)\/)?/.exec(url)?.slice(1, 3).filter(Boolean).join('/') ??
    url.split('/').slice(0, 2).join('/')
  )
}

const table = (times: ReadonlyMap<string, number>, total: number, limit: number): string =>
  [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([name, time]) => `${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`)
    .join('\n')

/** Milliseconds before the end of the process. */
interface Window {
  readonly from: number
  readonly to: number
}

/** Self time of a process by package and by function. */
export const selfTimes = ({ nodes, samples, timeDeltas }: CpuProfile, { from, to }: Window): string => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const [packages, functions] = [new Map<string, number>(), new Map<string, number>()]
  let busy = 0
  let left = timeDeltas.reduce((a, b) => a + b, 0) / 1000
  for (const [index, id] of samples.entries()) {
    left -= (timeDeltas[index] ?? 0) / 1000
    if (left > from || left < to) continue
    const { functionName, url, lineNumber } = frames.get(id) ?? { functionName: '(root)', url: '', lineNumber: 0 }
    if (IDLE.has(functionName)) continue
    const time = timeDeltas[index] ?? 0
    const origin = packageOf(url)
    const file = url.split('/').at(-1) ?? ''
    const name = `${functionName || '(anonymous)'}${url === '' ? '' : `  ${origin} ${file}:${lineNumber + 1}`}`
    busy += time
    packages.set(origin, (packages.get(origin) ?? 0) + time)
    functions.set(name, (functions.get(name) ?? 0) + time)
  }
  return [
    `## The server: busy for ${(busy / 1e6).toFixed(1)} of ${((from - to) / 1000).toFixed(1)} s`,
    'Share by package:',
    table(packages, busy, 15),
    '',
    'Share by function, without what it calls:',
    table(functions, busy, FUNCTIONS),
  ].join('\n')
}
