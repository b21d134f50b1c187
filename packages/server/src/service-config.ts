import type { DestinationStream } from 'pino'
import type { SlowSenderTimeouts } from './gate/http/http-server.ts'
import type { Config } from './platform/config.ts'

export interface ServiceConfig
  extends Pick<Config, 'host' | 'port' | 'dataDir' | 'poolSize' | 'secretKey' | 'metricsToken' | 'logLevel'>,
    Partial<
      Pick<
        Config,
        | 'trustProxy'
        | 'replicaUrl'
        | 'replicaMaxLag'
        | 'nightly'
        | 'cacheMib'
        | 'organizationShare'
        | 'lake'
        | 'otlp'
        | 'drainSeconds'
      >
    > {
  readonly databaseUrl: string
  /** The folder of the web app; without it no web app is served. */
  readonly webDir?: string
  /** The folder of the guide; without it no guide is served. */
  readonly guideDir?: string
  /** The destination of the log; standard output when absent. */
  readonly logTo?: DestinationStream
  /** The timeouts of slow senders; tests shorten them. */
  readonly slowSenderTimeouts?: SlowSenderTimeouts
  /** How long a statement of a request may take; tests shorten it. */
  readonly statementMs?: number
}
