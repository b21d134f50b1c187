import type { DestinationStream } from 'pino'
import type { MailTiming } from './directory/mail/send-mails.ts'
import type { PushTiming } from './directory/push/send-pushes.ts'
import type { SlowDown } from './gate/authentication/slow-down.ts'
import type { SlowSenderTimeouts } from './gate/http/http-server.ts'
import type { SampleSource } from './operations/sample/sample-source.ts'
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
        | 'readAhead'
        | 'cacheMib'
        | 'organizationShare'
        | 'lake'
        | 'otlp'
        | 'drainSeconds'
        | 'publicUrl'
        | 'mail'
        | 'push'
        | 'ssoAllowHttp'
      >
    > {
  readonly databaseUrl: string
  /** What administrators of an empty organization can fill it with, to try the service; without it that is not offered. */
  readonly sampleSource?: SampleSource | undefined
  /** The folder of the web app; without it no web app is served. */
  readonly webDir?: string
  /** The folder of the guide; without it no guide is served. */
  readonly guideDir?: string
  /** The destination of the log; standard output when absent. */
  readonly logTo?: DestinationStream
  /** The timeouts of slow senders; tests shorten them. */
  readonly slowSenderTimeouts?: SlowSenderTimeouts
  /** Counts failed attempts; tests that share a service count their own. */
  readonly slowDown?: SlowDown
  /** The timing of mail; tests shorten it. */
  readonly mailTiming?: Partial<MailTiming>
  /** The timing of notifications on devices; tests shorten it. */
  readonly pushTiming?: Partial<PushTiming>
  /** How long a statement of a request may take; tests shorten it. */
  readonly statementMs?: number
  /** How long a call waits for a free connection before it is refused; tests on a busy machine are patient. */
  readonly waitMs?: number | undefined
  /** How long opening a connection may take; tests on a busy machine are patient. */
  readonly connectMs?: number | undefined
}
