import { isIP } from 'node:net'
import { closest } from 'fastest-levenshtein'
import { type Config, ConfigError, type Env, OUR_VARIABLES, readConfig, unknownVariables } from '../../platform/config.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const CHECK = 'configuration'

/** Reads the valid values. Each invalid one is a finding and counts as not set. */
export const readWhatCanBeRead = (env: Env): { config: Config; findings: Finding[] } => {
  const findings: Finding[] = []
  const left = { ...env }
  for (;;) {
    try {
      return { config: readConfig({}, left), findings }
    } catch (error) {
      // Every message of the configuration starts with the name of the variable that is wrong.
      const [name] = error instanceof ConfigError ? (/^[A-Z0-9_]+/.exec(error.message) ?? []) : []
      if (name === undefined || left[name] === undefined) throw error
      findings.push(fail(CHECK, (error as Error).message, `Fix ${name}; the service does not start with it.`))
      delete left[name]
    }
  }
}

export const checkConfiguration = (env: Env): Finding[] => {
  const misspelled = unknownVariables(env).map((name) =>
    warn(CHECK, `${name} is set, and there is no such setting.`, `Did you mean ${closest(name, OUR_VARIABLES)}?`),
  )
  const findings = [...readWhatCanBeRead(env).findings, ...misspelled]
  return findings.length > 0 ? findings : [ok(CHECK, 'All settings are known and can be read.')]
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
const ALL_USERS = /\/0+$/

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return NAMED_NETWORKS.includes(text)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Checks which proxies may state a caller's address. */
export const checkProxies = ({ trustProxy, host }: Pick<Config, 'trustProxy' | 'host'>): Finding[] => {
  const check = 'proxy'
  if (trustProxy === undefined) return [ok(check, 'No reverse proxy is trusted: callers are known by their connection.')]
  if (trustProxy === 0) {
    return [warn(check, 'ROLLCALL_TRUST_PROXY=0 trusts no proxy.', 'Leave it out, or set how many proxies stand in front.')]
  }
  if (typeof trustProxy === 'number') {
    const found = `The last ${trustProxy} of the addresses in X-Forwarded-For are trusted.`
    if (/^(127\.|::1$|localhost$)/.test(host)) return [ok(check, found)]
    const remedy =
      'Make sure that the port is reachable only through the proxies, or name their addresses instead; otherwise callers choose theirs.'
    return [warn(check, `${found} The port is open on ${host}.`, remedy)]
  }
  const networks = trustProxy.split(',').map((part) => part.trim())
  const wrong = networks.filter((network) => !isNetwork(network))
  if (wrong.length > 0) {
    const remedy = 'Set a number of proxies, or addresses and networks such as 10.0.0.0/8, separated by commas.'
    return [fail(check, `ROLLCALL_TRUST_PROXY names what is no address: ${wrong.join(', ')}.`, remedy)]
  }
  if (networks.some((network) => ALL_USERS.test(network))) {
    const remedy = 'Name the addresses of the proxies alone: now every caller may choose its address and evade the slow-down.'
    return [fail(check, `ROLLCALL_TRUST_PROXY=${trustProxy} trusts everybody.`, remedy)]
  }
  return [ok(check, `X-Forwarded-For is taken from ${networks.join(', ')}.`)]
}
