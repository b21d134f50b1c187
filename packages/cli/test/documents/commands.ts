import type { Check } from './findings.ts'
import type { Repository } from './repository.ts'

/** Options of programs of others. */
const FOREIGN = new Set(['--vars'])
/** Commands of npm itself. */
const BUILT_IN = new Set(['ci', 'init', 'install', 'audit', 'exec', 'sbom', 'pack', 'ls', 'view'])
const LIFECYCLE = new Set(['start', 'test', 'stop', 'restart'])

/** Commands of npm and of rollcall, in code and in blocks of a shell, with their options. */
export const findWrongCommands: Check = ({ kind, text, language }, _page, repository) => {
  if (kind === 'text' || (kind === 'block' && !['sh', 'bash', 'console', ''].includes(language))) return []
  const lone = kind === 'code' && /^--[\w-]+/.exec(text)?.[0]
  if (lone) return isOption(lone, repository) ? [] : [`no command has the option ${lone}`]
  return text
    .replace(/(^|\s)#.*$/, '')
    .split(/\|\||&&|[|;]|\$\(/)
    .flatMap((part) =>
      findInCall(
        part
          .trim()
          .replace(/[)`]+$/, '')
          .split(/\s+/),
        repository,
      ),
    )
}

const isOption = (option: string, { commands, scriptOptions }: Repository): boolean =>
  FOREIGN.has(option) || scriptOptions.has(option) || [...commands.values()].some(({ options }) => options.has(option))

const findInCall = (given: readonly string[], repository: Repository): string[] => {
  const words = given.filter((word) => !/^[A-Z_]+=/.test(word))
  const [program, ...args] = words[0] === 'npx' ? words.slice(1) : words
  if (program === 'npm') return findInNpm(args, repository)
  if (program === 'rollcall') return findInRollcall(args, repository)
  if (program === 'vitest') return findInVitest(args, repository)
  const script = program === 'node' && args.find((arg) => arg.endsWith('.ts'))
  if (script) return [`${script} needs an npm script, with which the right Node comes`]
  return []
}

const findInNpm = (args: readonly string[], { scripts, scriptOptions, commands }: Repository): string[] => {
  const [verb = '', ...more] = args.filter((arg) => !/^-(s|w)$|^--silent$/.test(arg))
  const script = verb === 'run' ? more[0] : LIFECYCLE.has(verb) ? verb : undefined
  if (script === undefined) return BUILT_IN.has(verb) || verb === '' || verb.startsWith('-') ? [] : [`npm has no command ${verb}`]
  const workspaces = args.filter((_, index) => args[index - 1] === '-w')
  const lacking = (workspaces.length > 0 ? workspaces : ['']).filter((name) => !scripts.get(name)?.has(script))
  if (lacking.length > 0) return lacking.map((name) => `there is no npm script ${script} ${name && `in ${name}`}`.trim())
  const behind = args.slice(args.indexOf('--') + 1)
  const ofRollcall = { start: 'serve', demo: 'demo' }[script]
  const known = ofRollcall === undefined ? scriptOptions : (commands.get(ofRollcall)?.options ?? new Set())
  return args.includes('--')
    ? longOptions(behind).flatMap((option) => (known.has(option) ? [] : [`npm run ${script} has no option ${option}`]))
    : []
}

const longOptions = (args: readonly string[]): string[] => args.flatMap((arg) => /^\[?(--[a-z][\w-]*)/.exec(arg)?.[1] ?? [])

const findInRollcall = (args: readonly string[], { commands }: Repository): string[] => {
  let path = ''
  for (const arg of args.filter((word) => /^[a-z]/.test(word))) {
    const usage = commands.get(path)
    if (!usage || usage.subcommands.size === 0) break
    if (!usage.subcommands.has(arg)) {
      // Some commands do something by themselves as well, with arguments.
      if (path !== '' && args[args.indexOf(arg) - 1]?.startsWith('-')) continue
      return [`rollcall ${path} has no command ${arg}`.replace('  ', ' ')]
    }
    path = `${path} ${arg}`.trim()
  }
  const allowed = new Set([...(commands.get(path)?.options ?? []), ...(commands.get('')?.options ?? [])])
  return longOptions(args).flatMap((option) =>
    allowed.has(option) ? [] : [`rollcall ${path} has no option ${option}`.replace('  ', ' ')],
  )
}

const findInVitest = (args: readonly string[], { hasPath, projects }: Repository): string[] =>
  args.flatMap((arg, index) => {
    if (args[index - 1] === '--project') return projects.has(arg) ? [] : [`vitest has no project ${arg}`]
    return arg === 'run' || /^[-<]/.test(arg) || hasPath(arg) ? [] : [`there is no path ${arg}`]
  })
