/** Reads the part of the language of Dockerfiles that ours uses, and refuses everything else. */

export interface Instruction {
  readonly name: string
  /** Such as `--from=build`. */
  readonly flags: ReadonlyMap<string, string>
  /** Everything after the flags, with continued lines joined. */
  readonly text: string
}

export interface Stage {
  readonly name: string
  /** An image, or the name of an earlier stage. */
  readonly base: string
  readonly instructions: readonly Instruction[]
}

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  FROM: ['platform'],
  COPY: ['from', 'chown'],
  RUN: ['mount'],
  HEALTHCHECK: ['interval', 'timeout', 'start-period', 'start-interval'],
}
const INSTRUCTIONS = ['ARG', 'CMD', 'ENTRYPOINT', 'ENV', 'EXPOSE', 'LABEL', 'USER', 'VOLUME', 'WORKDIR', ...Object.keys(FLAGS)]

const parseInstruction = (line: string): Instruction => {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? []
  if (!INSTRUCTIONS.includes(name)) throw new Error(`This instruction is not known here: ${line}`)
  const flags = new Map<string, string>()
  let text = rest
  for (let flag = FLAG.exec(text); flag; flag = FLAG.exec(text)) {
    const [whole, key = '', value = ''] = flag
    if (!FLAGS[name]?.includes(key)) throw new Error(`${name} --${key} is not known here.`)
    flags.set(key, value)
    text = text.slice(whole.length)
  }
  return { name, flags, text }
}
const FLAG = /^--([a-z-]+)=(\S+)\s+/

export const parseDockerfile = (text: string): Stage[] => {
  const code = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, ' ')
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const line of code.split('\n').filter((each) => each.trim() !== '')) {
    const instruction = parseInstruction(line)
    if (instruction.name === 'FROM') {
      const [base = '', as, name] = instruction.text.split(/\s+/)
      stages.push({ base, name: as === 'AS' && name ? name : String(stages.length), instructions: [] })
    } else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

/** The values of `ENV NAME=value …`, without quotes, which ours does not use. */
export const pairsOf = (text: string): [string, string][] =>
  text.split(/\s+/).map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), pair.slice(at + 1)]
  })

/** Whether a file of the context is left out, by the last pattern of .dockerignore that matches it or a folder of it. */
export const isIgnored = (
  path: string,
  patterns: readonly string[],
  matches: (path: string, pattern: string) => boolean,
): boolean => {
  const parts = path.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  let ignored = false
  for (const line of patterns) {
    const isException = line.startsWith('!')
    const pattern = isException ? line.slice(1) : line
    if (paths.some((each) => matches(each, pattern))) ignored = !isException
  }
  return ignored
}
