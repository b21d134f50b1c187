import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { openMailServer } from '../../platform/mail/mail-server.ts'
import type { MailConfig } from '../../platform/mail-config.ts'
import { counted, type Finding, fail, ok, warn } from './finding.ts'

const CHECK = 'mail'
/** A mail that has waited this long was refused several times. */
const LATE_MINUTES = 60
/** Fewer failures are wrong addresses of single people. */
const MANY_FAILED = 3

/** Checks that the mail server, if there is one, takes mail, and that none waits for long. */
export const checkMail = async (db: Db, config: MailConfig | undefined): Promise<Finding[]> => {
  if (!config) return []
  await using server = await openMailServer(config)
  const problem = await server.check()
  const findings = [...(problem === undefined ? [] : [judgeServer(problem)]), ...judgeMails(await countMails(db))]
  return findings.length > 0 ? findings : [ok(CHECK, 'The mail server takes mail, and none waits for long.')]
}

const judgeServer = (problem: string): Finding =>
  fail(CHECK, `The mail server cannot be used: ${problem}`, 'Fix ROLLCALL_SMTP_URL or the server; mail waits for 24 hours.')

interface Counts {
  readonly late: number
  readonly failed: number
  readonly ended: number
}

const countMails = async (db: Db): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select count(*) filter (where status = 'waiting' and created_at < now() - make_interval(mins => ${LATE_MINUTES})) as late,
      count(*) filter (where status = 'failed' and ended_at > now() - interval '1 day') as failed,
      count(*) filter (where ended_at > now() - interval '1 day') as ended
    from outgoing_mails
    where ${servedHere('outgoing_mails.org_id')}
  `.execute(db)
  return rows[0] ?? { late: 0, failed: 0, ended: 0 }
}

const judgeMails = ({ late, failed, ended }: Counts): Finding[] => [
  ...(late > 0
    ? [
        warn(
          CHECK,
          `${counted(late, 'mail')} waited for over an hour.`,
          'The page Mail of administrators says what the mail server answers.',
        ),
      ]
    : []),
  ...(failed >= MANY_FAILED && failed * 10 > ended
    ? [
        warn(
          CHECK,
          `${failed} of ${counted(ended, 'mail')} of the last day failed.`,
          'Look at addresses of the directory and the page Mail.',
        ),
      ]
    : []),
]
